import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AgentKey, RunUri } from '../../shared/ids'
import { askPage } from '../../testing/askPage'
import { loadRecording, recordingNames } from '../../testing/recordings'
import { runCommand } from '../../testing/runCommand'
import { makeTemporaryRoot, type TemporaryRoot } from '../../testing/temporaryRoot'
import { RUN, TranscriptWriter } from '../../testing/writeSession'

let place: TemporaryRoot
beforeEach(() => {
  place = makeTemporaryRoot()
})
afterEach(() => place.close())

async function copied(page: ReturnType<typeof askPage>, run: RunUri, key: AgentKey | null): Promise<string> {
  let text = ''
  for (let from: number | null = 0; from !== null; ) {
    const part: { text: string; next: number | null } = await page.ask('readMarkdown', { run, key, from })
    text += part.text
    from = part.next
  }
  return text
}

it.each(recordingNames().filter((name) => /nested$|tui$|background|compact|agent-errors|team/.test(name)))(
  '[S4.20] what the page copies of %s is what the command prints',
  async (name) => {
    place.add(loadRecording(name))
    const engine = await place.open()
    const page = askPage(engine)
    let compared = 0
    for (const { uri } of await engine.list({ provider: null, project: null, liveOnly: false, limit: null })) {
      const tree = await engine.tree(uri)
      if (!tree.ok) throw new Error(tree.failure.message)
      for (const agent of tree.value.agents) {
        if (!agent.uri || !agent.source) continue
        const { out } = await runCommand([agent.uri], {}, { engine })
        expect(await copied(page, uri, agent.key)).toBe(out)
        expect(out).toContain(agent.parent === null ? '## Timeline' : '## Lifecycle (Parent Thread)')
        compared++
      }
    }
    expect(compared).toBeGreaterThan(0)
  },
)

it('a long one comes in parts', async () => {
  const writer = new TranscriptWriter()
  for (let n = 0; n < 500; n++) writer.prompt(n, `${n} ${'words 界 '.repeat(300)}`)
  place.write(writer.source())
  const engine = await place.open()
  const page = askPage(engine)
  const [row] = await engine.list({ provider: null, project: null, liveOnly: false, limit: null })
  if (!row) throw new Error('no run')
  const { out } = await runCommand([`claude://${RUN}`], {}, { engine })
  expect(out.length).toBeGreaterThan(1_000_000)
  expect((await copied(page, row.uri, null)) === out).toBe(true)
})
