import { describe, expect, it } from 'vitest'
import { arrangeChain } from './arrangeChain'
import { type Outline, outlineRecord } from './outlineRecord'

type Block = Readonly<Record<string, unknown>>

let line = 0

function outline(type: string, message: object, more: object = {}): Outline {
  line++
  const record = { type, uuid: `u${line}`, timestamp: '2026-01-01T00:00:00.000Z', message, ...more }
  const made = outlineRecord(record, { file: 0, line, offset: line, length: 10 }, JSON.stringify(record))
  if (!made) throw new Error('no record')
  return made
}

const says = (id: string, ...content: readonly Block[]) => outline('assistant', { id, role: 'assistant', content })
const asks = (content: unknown, more: object = {}) => outline('user', { role: 'user', content }, more)
const call = (id: string): Block => ({ type: 'tool_use', id, name: 'Bash', input: {} })
const result = (id: string): Block => ({ type: 'tool_result', tool_use_id: id, content: 'x' })
const words = (text: string): Block => ({ type: 'text', text })

/** `msg:call`, `=result`, `"words"`, `?made up`. */
function drawn(records: readonly Outline[], openCalls: 'answer' | 'cut' = 'answer'): string {
  return arrangeChain(records, openCalls)
    .items.map((item) => {
      if (item.kind === 'answer') return `?${item.call.id}`
      const { record, only } = item
      const results = record.results.filter((id) => only === null || only.results.has(id)).map((id) => `=${id}`)
      const own = record.kind === 'assistant' ? [[record.message, ...record.calls.map(({ id }) => id)].join(':')] : []
      return [
        ...own,
        ...results,
        ...(record.kind !== 'assistant' && record.hasWords && (only?.words ?? true) ? [`"${record.words}"`] : []),
      ].join('')
    })
    .join(' ')
}

describe('arrangeChain', () => {
  it('parallel calls whose blocks and results are mixed', () => {
    const records = [
      asks('go'),
      says('m', words('two')),
      says('m', call('a')),
      asks([result('a')]),
      says('m', call('b')),
      asks([result('b')]),
      says('n', words('end')),
    ]
    expect(drawn(records)).toBe('"go" m m:a m:b =a =b n')
  })

  it('a message that came between a call and its result is said behind the result', () => {
    const queued = outline('attachment', {}, { attachment: { type: 'queued_command', prompt: 'hurry' } })
    expect(drawn([asks('go'), says('m', call('a')), queued, asks([result('a')]), says('n', words('end'))])).toBe('"go" m:a =a  n')
  })

  it('results of two responses in one record are parted, and its words are said once', () => {
    const both = asks([result('a'), result('b'), words('stop')])
    expect(drawn([asks('go'), says('m', call('a')), says('n', call('b')), both])).toBe('"go" m:a =a"stop" n:b =b')
  })

  it('the first result counts, later ones and those of nobody are left out', () => {
    const records = [
      asks('go'),
      says('m', call('a')),
      asks([result('a')]),
      asks([result('a')]),
      asks([result('zz')]),
      asks([result('zz'), words('hm')]),
    ]
    expect(drawn(records)).toBe('"go" m:a =a "hm"')
  })

  it('copies of records and of calls are left out', () => {
    const first = says('m', call('a'))
    expect(drawn([asks('go'), first, asks([result('a')]), first, says('other', call('a')), says('n', words('end'))])).toBe(
      '"go" m:a =a n',
    )
  })

  it('only an open call at the end can be cut; one that was passed over is answered', () => {
    const passed = [asks('go'), says('m', call('a')), asks('never mind'), says('n', words('well'))]
    expect([drawn(passed, 'cut'), drawn(passed)]).toEqual(['"go" m:a ?a "never mind" n', '"go" m:a ?a "never mind" n'])
    const open = [asks('go'), says('m', words('x')), says('n', call('a')), says('n', call('b')), asks([result('a')])]
    expect([drawn(open, 'cut'), drawn(open)]).toEqual(['"go" m', '"go" m n:a n:b =a ?b'])
  })

  it('errors of the API and fillers of the CLI are left out', () => {
    const error = outline('assistant', { role: 'assistant', content: [words('API Error')] }, { isApiErrorMessage: true })
    const filler = outline('assistant', { role: 'assistant', model: '<synthetic>', content: [words('No response requested.')] })
    expect(drawn([asks('go'), error, filler])).toBe('"go"')
  })
})
