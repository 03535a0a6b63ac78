import { expect, test } from 'vitest'
import { openRecording } from '../harness/recordings'
import { runCli } from '../harness/runCli'
import { type Workspace, withPlacedRecording } from '../harness/workspace'

/** `transcript --raw --json`: items, and between them the records that are none. */
interface RawTranscript {
  readonly total: number
  readonly items: readonly {
    readonly kind: string
    readonly n?: number
    readonly type?: string
    readonly before?: number
    readonly bytes?: number
    readonly source: { readonly path: string; readonly offset: number }
  }[]
}

const cases = [
  ['claude', '2.1.327', 'nested', 'queue-operation', /^raw .*queue-operation enqueue {2}\d+ B$/m],
  ['codex', '0.169.0', 'v1-nested', 'turn_context', /^raw .*event_msg token_count {2}\d+ B$/m],
  ['opencode', '1.18.34', 'nested', 'session', /^raw .*part step-start {2}\d+ B$/m],
  ['opencode', '1.1.65', 'single', 'message', /^raw .*part step-finish {2}\d+ B$/m],
] as const

test.each(cases)(
  '[S1.20] %s %s %s: records that no item shows are printed when asked for, each once, in their places, whatever the pages',
  async (provider, version, scenario, type, line) => {
    const recording = openRecording(provider, version, scenario)
    const uri = recording.runs[0]?.uri ?? ''
    await withPlacedRecording(recording, async ({ env }: Workspace) => {
      const page = async (...args: string[]): Promise<RawTranscript> =>
        JSON.parse((await runCli(['transcript', uri, '--json', ...args], env)).stdout) as RawTranscript
      const [plain, whole] = [await page(), await page('--raw')]
      expect(whole.items.filter(({ kind }) => kind !== 'raw')).toEqual(plain.items)
      expect({ ...whole, items: [] }).toEqual({ ...plain, items: [] })
      const raw = whole.items.filter(({ kind }) => kind === 'raw')
      expect(raw.map((one) => one.type)).toContain(type)
      expectInPlaces(whole)
      const read: RawTranscript['items'][number][] = []
      for (let before = whole.total; before > 0; before = read.find(({ n }) => n !== undefined)?.n ?? 0)
        read.unshift(...(await page('--raw', '--limit', '3', '--before', String(before))).items)
      expect(read).toEqual(whole.items)
      const { stdout } = await runCli(['transcript', uri, '--raw'], env)
      expect(stdout).toMatch(line)
      expect(stdout.split('\n').filter((text) => text.startsWith('raw '))).toHaveLength(raw.length)
      expect((await runCli(['transcript', uri], env)).stdout).not.toMatch(/^raw /m)
    })
  },
)

function expectInPlaces({ items }: RawTranscript): void {
  let next = 0
  for (const { n, before } of items) {
    if (n === undefined) expect(before).toBe(next)
    else next = n + 1
  }
}
