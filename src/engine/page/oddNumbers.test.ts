import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { RunUri } from '../../shared/ids'
import { openPageClient } from '../../testing/pageClient'
import { makeTemporaryHost, type TemporaryHost } from '../../testing/temporaryHost'
import { ended, RUN, TranscriptWriter, task } from '../../testing/writeSession'

const uri = RunUri.parse(`claude://${RUN}`)
const other = RunUri.parse('claude://bbbbbbbb-0000-4000-8000-000000000002')

let temporary: TemporaryHost | null = null
afterEach(() => temporary?.close())

const odd = ['1.5', '-7', '9007199254740992', '1e308', '1e999', '-1e308', '0.1', '"7"', 'null', '5']
const times = [
  '2026-01-01T10:00:00.000Z',
  '+012345-01-01T00:00:00.000Z',
  '-000001-06-01T00:00:00.000Z',
  '12026-01-01T00:00:00.000Z',
  'x',
]

/** As files may hold it: numbers that JSON.stringify would never write. */
function withNumbers(lines: readonly string[], numbers: readonly string[], instants: readonly string[]): string {
  let n = 0
  const next = <T>(list: readonly T[]): T => list[n++ % list.length] as T
  return lines
    .map((line) =>
      line
        .replace(/"(input_tokens|output_tokens|cache_\w+_tokens)":\d+/g, (_, key) => `"${key}":${next(numbers)}`)
        .replace(/"timestamp":"[^"]*"/, () => `"timestamp":"${next(instants)}"`),
    )
    .join('\n')
}

it('shows every run and every agent whatever numbers and times a transcript claims', { timeout: 30_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...odd), { minLength: 1, maxLength: 9 }),
      fc.array(fc.constantFrom(...times), { minLength: 1, maxLength: 5 }),
      async (numbers, instants) => {
        temporary = makeTemporaryHost()
        const main = new TranscriptWriter().prompt(0, 'Go').call(1, 'toolu_1', task('Look')).result(4, 'toolu_1', ended('a1'))
        const child = new TranscriptWriter('a1').prompt(2, 'Look').text(3, 'Seen').text(4, 'Seen again')
        for (const writer of [main.text(5, 'Done'), child]) {
          const source = writer.source()
          temporary.place.write({ ...source, bytes: Buffer.from(`${withNumbers(writer.lines, numbers, instants)}\n`) })
        }
        temporary.place.write(new TranscriptWriter(null, other.slice('claude://'.length)).prompt(0, 'Hi').text(1, 'Yes').source())
        const page = await openPageClient(await temporary.open())
        await page.client.call('followRuns', {})
        await page.client.call('followRun', { run: uri })
        await page.until(() => page.isListed && page.run(uri).isWhole)
        expect([...page.rows.keys()].sort()).toEqual([uri, other])
        expect(page.run(uri).agents.size).toBe(2)
        expect(page.troubles).toEqual([])
        await temporary.close()
      },
    ),
    { numRuns: 15 },
  )
})
