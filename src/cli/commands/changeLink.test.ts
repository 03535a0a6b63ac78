import { describe, expect, it } from 'vitest'
import type { LinkChanged, LinkPlace, LinkRefusal } from '../../shared/linkChange'
import { fail, ok, type Result } from '../../shared/result'
import { runCommand } from '../../testing/runCommand'
import { richRun } from '../../testing/sampleRuns'

const tree = richRun()
const [root, first, second] = tree.agents
if (!root || !first || !second) throw new Error('the sample has agents')
const agentUri = `${tree.uri}/a1`

const placed = (parent: LinkPlace['parent'], evidence: LinkPlace['evidence'], hidden = false): LinkPlace => {
  return { key: first.key, parent, call: first.call, evidence, hidden }
}
const changed: LinkChanged = { before: placed(root.key, 'explicit'), after: placed(second.key, 'manual') }

async function run(words: string, answer: Result<LinkChanged, LinkRefusal> = ok(changed)) {
  const asked: string[] = []
  const answerLink = (line: string) => {
    asked.push(line)
    return answer
  }
  return { asked, ...(await runCommand(words.split(' '), { trees: [tree], answerLink }, { providers: ['claude', 'codex'] })) }
}

describe('[S3.14] what is asked of the engine', () => {
  it.each([
    [`link set ${agentUri} --parent ${tree.uri}/a2`, `do ${tree.uri} a1 {"kind":"place","parent":"a2","call":null}`],
    [
      `link set ${agentUri} --parent ${tree.uri} --call toolu_1`,
      `do ${tree.uri} a1 {"kind":"place","parent":"${tree.id}","call":"toolu_1"}`,
    ],
    [
      `link set ${agentUri} --parent ${tree.uri} --dry-run`,
      `try ${tree.uri} a1 {"kind":"place","parent":"${tree.id}","call":null}`,
    ],
    [
      `link set codex://01a1ee73-5a29-7fe3-9af8-1a3d7abcd619 --parent ${tree.uri}/a2`,
      `do ${tree.uri} codex://01a1ee73-5a29-7fe3-9af8-1a3d7abcd619 {"kind":"place","parent":"a2","call":null}`,
    ],
    [`link unlink ${agentUri}`, `do ${tree.uri} a1 {"kind":"unlink"}`],
    [`link hide ${agentUri} --dry-run`, `try ${tree.uri} a1 {"kind":"hide"}`],
    [`link clear ${tree.uri}/agent-a1`, `do ${tree.uri} a1 {"kind":"clear"}`],
    [`link undo ${tree.uri}`, `undo ${tree.uri}`],
    [`link redo ${agentUri}`, `redo ${tree.uri}`],
  ])('%s', async (words, due) => {
    const { asked, code, err } = await run(words)
    expect([asked, code, err]).toEqual([[due], 0, ''])
  })
})

describe('[S3.14] what is answered', () => {
  it('JSON for programs', async () => {
    const { code, out } = await run(`link hide ${agentUri} --json`)
    expect([code, JSON.parse(out)]).toEqual([0, { ok: true, ...changed }])
    const refused = await run(`link undo ${tree.uri} --json`, fail({ rule: 'nothing_to_undo', message: 'nothing' }))
    expect([refused.code, refused.err]).toEqual([1, ''])
    expect(JSON.parse(refused.out)).toEqual({ ok: false, rule: 'nothing_to_undo', message: 'nothing' })
  })

  it('two lines for people', async () => {
    expect((await run(`link set ${agentUri} --parent ${tree.uri}`)).out).toMatchInlineSnapshot(`
      "Explore #1: under Explore #2 (by hand)
      before: under main (explicit)
      "
    `)
    expect(
      (await run(`link hide ${agentUri} --dry-run`, ok({ ...changed, after: placed(null, 'manual', true) }))).out,
    ).toMatchInlineSnapshot(`
      "Explore #1: would be unplaced, hidden (by hand)
      before: under main (explicit)
      "
    `)
  })

  it('a refusal with its rule: 1', async () => {
    const { code, out, err } = await run(`link hide ${tree.uri}`, fail({ rule: 'root', message: 'that is the run itself' }))
    expect([code, out, err]).toEqual([1, '', 'understory: that is the run itself (root).\n'])
  })

  it('a parent of another run is refused before anything is asked: 1', async () => {
    const other = tree.uri.replace('7', '8')
    const { asked, code, out } = await run(`link set ${agentUri} --parent ${other} --json`)
    expect([asked, code, JSON.parse(out)]).toMatchObject([[], 1, { ok: false, rule: 'other_run' }])
  })

  it.each([
    [`link set ${agentUri}`, '--parent is missing.'],
    [`link set ${agentUri} --parent claude://nope`, '"nope" is not the id of a claude run.'],
    ['link hide claude://nope/a1', '"nope" is not the id of a claude run.'],
    ['link clear', '<agent-uri> is missing.'],
  ])('%s: 2', async (words, message) => {
    const { asked, code, out, err } = await run(words)
    expect([asked, code, out]).toEqual([[], 2, ''])
    expect(err).toContain(message)
  })
})
