import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RunUri } from '../../shared/ids'
import type { ImagePart, TextPart } from '../../shared/transcriptParts'
import { askPage, LONGEST_MESSAGE } from '../../testing/askPage'
import { makeTemporaryRoot, type TemporaryRoot } from '../../testing/temporaryRoot'
import { RUN, TranscriptWriter } from '../../testing/writeSession'
import type { Engine } from '../engine'

const run = RunUri.parse(`claude://${RUN}`)
const target = { run, key: null }
let place: TemporaryRoot
let engine: Engine
let page: ReturnType<typeof askPage>

beforeEach(async () => {
  place = makeTemporaryRoot()
  engine = await place.open()
  page = askPage(engine)
})
afterEach(async () => {
  expect(page.longest()).toBeLessThan(LONGEST_MESSAGE)
  await place.close()
})

const write = (writer: TranscriptWriter) => place.write(writer.source())
const long = (text: string) => new TranscriptWriter().prompt(0, text)

async function wholeText(n: number, part: 'text' | 'input' | 'output' | 'record'): Promise<string> {
  let whole = ''
  for (let from: number | null = 0; from !== null; ) {
    const told: TextPart = await page.ask('readText', { ...target, n, part, from })
    whole += told.text
    from = told.next
    if (from === null) expect(whole).toHaveLength(told.total)
  }
  return whole
}

describe('texts', () => {
  it('are told whole in parts: of an item, its input, its output and its record', async () => {
    const text = '😀\u0000"\\'.repeat(60_000)
    const input = { command: text, deep: [{ text }] }
    write(long(text).call(1, 'c', input, 'Bash').result(2, 'c', null, { content: text }))
    expect(await wholeText(0, 'text')).toBe(text)
    expect(JSON.parse(await wholeText(1, 'input'))).toEqual(input)
    expect(await wholeText(1, 'output')).toBe(text)
    expect(JSON.parse(await wholeText(0, 'record'))).toMatchObject({ message: { content: text } })
    expect(await wholeText(0, 'input')).toBe('')
  })

  it('that changed between two parts are told anew', async () => {
    write(long('a'.repeat(150_000)))
    const first = await page.ask('readText', { ...target, n: 0, part: 'text', from: 0 })
    write(long('b'.repeat(140_000)))
    const second = await page.ask('readText', { ...target, n: 0, part: 'text', from: first.next ?? 0 })
    expect([second.text[0], second.total]).toEqual(['b', 140_000])
  })
})

describe('images', () => {
  const png = 'iVBORw0KGgo='.repeat(40_000).replaceAll('=', 'A')
  const image = (media_type: string, data: string) => ({ type: 'image', source: { type: 'base64', media_type, data } })

  it('are counted, shown as a word and told in portions', async () => {
    const content = [{ type: 'text', text: 'look' }, image('image/png', png)]
    write(
      new TranscriptWriter()
        .prompt(0, content)
        .call(1, 'c', { file_path: '/a.png' }, 'Read')
        .result(2, 'c', null, {
          content: [image('image/gif', 'R0lG'), { type: 'text', text: 'two' }, image('image/svg+xml', 'PHN2')],
        }),
    )
    const { items } = await page.ask('readTranscript', { ...target, at: { before: null }, limit: 9 })
    expect(items.map((item) => [item.text, item.tool?.output, item.images])).toEqual([
      ['look', undefined, undefined],
      ['[image]', undefined, 1],
      ['', '[image]\ntwo\n[image]', 2],
    ])
    let data = ''
    for (let from: number | null = 0; from !== null; ) {
      const told: ImagePart = await page.ask('readImage', { ...target, n: 1, index: 0, from })
      expect([told.mediaType, told.count, told.total]).toEqual(['image/png', 1, png.length])
      data += told.data
      from = told.next
    }
    expect(data === png).toBe(true)
    expect(await page.ask('readImage', { ...target, n: 2, index: 0, from: 0 })).toMatchObject({
      data: 'R0lG',
      count: 2,
      next: null,
    })
    const code = async (n: number, index: number) =>
      page.ask('readImage', { ...target, n, index, from: 0 }).then(
        () => 'told',
        (error: { fault: { code: string } }) => error.fault.code,
      )
    // A drawing that is a program is never drawn.
    expect(await code(2, 1)).toBe('not_supported')
    expect(await code(2, 2)).toBe('not_found')
    expect(await code(0, 0)).toBe('not_found')
  })

  it('that lie elsewhere or are damaged are no images', async () => {
    const elsewhere = { type: 'image', source: { type: 'url', media_type: 'image/png', url: 'https://example.org/a.png' } }
    write(new TranscriptWriter().prompt(0, [elsewhere, image('image/png', '"><script>'), { type: 'image' }]))
    const fault = (n: number) =>
      page.ask('readImage', { ...target, n, index: 0, from: 0 }).catch((error: { fault: { code: string } }) => error.fault.code)
    expect([await fault(0), await fault(1), await fault(2)]).toEqual(['no_data', 'unreadable', 'not_supported'])
  })
})
