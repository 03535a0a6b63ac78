import type { CommandSpec } from './command'
import { commandTable } from './commandTable'

export function renderHelp(): string {
  const rows = commandTable.map((spec): readonly [string, string] => [spec.name === '' ? '<uri>' : spec.name, spec.summary])
  return [
    'Understory shows the sub-agents that coding agents spawn, live and afterwards, as one tree.',
    '',
    'Usage: understory <command> [flags]',
    '',
    ...pairs(rows),
    '',
    'A URI is <provider>://<run>[/<agent>]; "understory list" shows those of your runs.',
    '',
    'Examples',
    ...pairs([
      ['understory watch', 'what runs now, drawn as it grows'],
      ['understory list --limit 10', 'the last ten runs'],
      ['understory demo', 'a recorded run, without any agent installed'],
    ]),
    '',
    '"understory <command> --help" says more; --version prints the version.',
    '',
  ].join('\n')
}

export function renderCommandHelp(spec: CommandSpec): string {
  const flags = Object.entries(spec.flags).map(([name, flag]): readonly [string, string] => {
    const short = flag.short === undefined ? '' : `-${flag.short}, `
    return [`${short}--${name}${flag.value === undefined ? '' : ` ${flag.value}`}`, flag.help]
  })
  const summary = `${spec.summary.charAt(0).toUpperCase()}${spec.summary.slice(1)}.`
  return [
    `Usage: ${spec.synopsis}`,
    '',
    summary,
    ...(flags.length === 0 ? [] : ['', 'Flags', ...pairs(flags)]),
    ...(spec.exits === undefined ? [] : ['', 'Exit codes', ...pairs(spec.exits)]),
    '',
    'Examples',
    ...spec.examples.flatMap(([command, what]) => [`  ${command}`, `      ${what}`]),
    '',
  ].join('\n')
}

function pairs(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
