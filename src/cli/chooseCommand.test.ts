import { describe, expect, it } from 'vitest'
import { chooseCommand } from './chooseCommand'
import { commandTable, laterCommands } from './commandTable'
import { parseArguments } from './parseArguments'
import { renderCommandHelp, renderHelp } from './renderHelp'

const uri = 'claude://7d0c2f1a-6795-46e9-86cf-7fa70259e41a'

/** What the words come to, on one line. */
function outcome(line: string): string {
  const chosen = chooseCommand(line === '' ? [] : line.split(' '))
  switch (chosen.kind) {
    case 'help':
      return `help ${chosen.command === null ? '' : chosen.command.name || '<uri>'}`.trim()
    case 'version':
      return 'version'
    case 'later':
      return `later ${chosen.name}`
    case 'usage':
      return `usage: ${chosen.message}`
    case 'run': {
      const parsed = parseArguments(chosen.command, chosen.rest)
      if (!parsed.ok) return `usage: ${parsed.failure.message}`
      const { flags, operands } = parsed.value
      return [chosen.command.name || '<uri>', ...operands, JSON.stringify(flags)].join(' ')
    }
    default:
      return chosen satisfies never
  }
}

describe('what the words come to', () => {
  it.each([
    ['', 'app {}'],
    ['--help', 'help'],
    ['-h', 'help'],
    ['help', 'help'],
    ['help tree', 'help tree'],
    ['--help link list', 'help link list'],
    ['tree --help', 'help tree'],
    [`tree ${uri} -h`, 'help tree'],
    ['link --help', 'help link list'],
    [`${uri} --help`, 'help <uri>'],
    ['--version', 'version'],
    ['-V', 'version'],
    [uri, `<uri> ${uri} {}`],
    [`-I ${uri}`, `<uri> ${uri} {"head":true}`],
    [`${uri} --head`, `<uri> ${uri} {"head":true}`],
    [`tree ${uri} --json`, `tree ${uri} {"json":true}`],
    [`tree --json ${uri}`, `tree ${uri} {"json":true}`],
    ['list --limit 5 --live --provider claude', 'list {"limit":5,"live":true,"provider":"claude"}'],
    ['list --limit=5', 'list {"limit":5}'],
    ['demo --speed 0.5 --once', 'demo {"speed":0.5,"once":true}'],
    [`link list ${uri}`, `link list ${uri} {}`],
    [`transcript ${uri} --before 0`, `transcript ${uri} {"before":0}`],
    ['watch', 'watch {}'],
    [`tree -- ${uri}`, `tree ${uri} {}`],
    // [S4.6], [S4.7]: refused with the part and a hint.
    ['tre', 'usage: There is no command "tre". Did you mean "tree"?'],
    ['ls', 'usage: There is no command "ls".'],
    ['tree', 'usage: <uri> is missing.'],
    [`tree ${uri} ${uri}`, `usage: "${uri}" is one argument too many.`],
    [`tree ${uri} --jsn`, 'usage: understory tree has no flag --jsn. Did you mean --json?'],
    [`tree ${uri} --json=yes`, 'usage: --json takes no value.'],
    [`tree ${uri} --json --json`, 'usage: --json is given twice.'],
    [`${uri} --list`, 'usage: There is no --list: --head lists the agents of a run, and "understory list" lists the runs.'],
    [`-I ${uri} --json`, 'usage: understory <uri> has no flag --json.'],
    ['-I', 'usage: <uri> is missing.'],
    ['list --limit', 'usage: --limit needs a whole number.'],
    ['list --limit -1', 'usage: --limit needs a whole number, not "-1".'],
    ['list --limit 1e3', 'usage: --limit needs a whole number, not "1e3".'],
    ['demo --speed 0', 'usage: --speed needs a number above 0, not "0".'],
    ['list -x', 'usage: understory list has no flag -x.'],
    ['list --__proto__', 'usage: understory list has no flag --__proto__.'],
    ['constructor', 'usage: There is no command "constructor".'],
    ['link', 'usage: "understory link" needs a word after it.'],
    ['link frob', 'usage: "understory link" has no "frob".'],
    ['serve --port 0', 'serve {"port":0}'],
    ['run claude --arg --odd --arg=-x -- hi', 'run claude hi {"arg":["--odd","-x"]}'],
    ['run claude --arg', 'usage: --arg needs a value.'],
    ['run claude -', 'run claude - {}'],
    [`app ${uri}`, `app ${uri} {}`],
    [`link set ${uri}/a1 --parent ${uri} --dry-run`, `link set ${uri}/a1 {"parent":"${uri}","dry-run":true}`],
    [`link undo ${uri} --json`, `link undo ${uri} {"json":true}`],
    [`link undo ${uri} --dry-run`, 'usage: understory link undo has no flag --dry-run.'],
    [`export ${uri} --to json`, 'later export'],
  ])('understory %s', (line, expected) => {
    expect(outcome(line)).toBe(expected)
  })

  it.each(commandTable.map((spec) => [spec.name || '<uri>', spec] as const))(
    'help of %s shows its form, flags and examples',
    (_, spec) => {
      const help = renderCommandHelp(spec)
      expect(help).toContain(`Usage: ${spec.synopsis}`)
      for (const flag of Object.keys(spec.flags)) {
        expect(help).toContain(`--${flag}`)
        expect(spec.synopsis).toContain(`--${flag}`)
      }
      expect(spec.examples.length).toBeGreaterThan(0)
      // Every example is a command that would run.
      for (const [example] of spec.examples) {
        const words = example.split(' | ')[0]!.split(' ').slice(1).join(' ')
        expect(outcome(words), example).not.toMatch(/^(usage|later)/)
      }
      expect(help.split('\n').every((line) => line.length <= 110)).toBe(true)
    },
  )

  it('general help offers what there is and nothing that is not', () => {
    const help = renderHelp()
    for (const { name } of commandTable) expect(help).toContain(`  ${name || '<uri>'} `)
    for (const later of laterCommands) expect(help).not.toMatch(new RegExp(`^  ${later} `, 'm'))
  })

  it.each(commandTable.map((spec) => [spec.name || '<uri>', spec] as const))('%s can be loaded', async (_, spec) => {
    expect(await spec.load()).toBeTypeOf('function')
  })
})
