import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareWalks, openBoth } from '../../../testing/compareWalks'

const remembering = openBoth()

/** Few of each, so that what one line leaves behind is what the next one meets. */
const text = fc.constantFrom(
  '',
  'a',
  'b',
  'user',
  'assistant',
  'text',
  'tool_use',
  'tool_result',
  'Bash',
  'Task',
  'é',
  '\\n',
  '\\u0061',
  '\u0001',
  'x'.repeat(15),
  'x'.repeat(16),
  'x'.repeat(17),
  'y'.repeat(31),
  'y'.repeat(32),
  'y'.repeat(33),
  'z'.repeat(80),
  'z'.repeat(81),
  'z'.repeat(199),
  'z'.repeat(200),
  'z'.repeat(201),
  '\\ud800',
  '\\x',
)
const word = text.map((inside) => `"${Buffer.from(inside).toString('latin1')}"`)
const scalar = fc.constantFrom(
  'null',
  'true',
  'false',
  'tru',
  '0',
  '7',
  '-1',
  '1.5',
  '1e3',
  '123456789012345',
  '1234567890123456',
  '',
  ' 1',
  '[]',
  '{}',
  '[1,{"a":"]"}]',
  '{"k":"}"}',
)
const value = fc.oneof({ weight: 3, arbitrary: word }, scalar)

function objectOf(fields: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> {
  const member = fc.constantFrom(...Object.keys(fields)).chain((key) => fields[key]!.map((inside) => `"${key}":${inside}`))
  // Repeated keys, too: the last one counts, except where a place has been given away.
  return fc.array(member, { maxLength: 9 }).map((members) => `{${members.join(',')}}`)
}

const type = fc.constantFrom('"assistant"', '"user"', '"system"', '"attachment"', '"ai-title"', '"u\\u0073er"', '7')
const blockType = fc.constantFrom('"text"', '"thinking"', '"tool_use"', '"tool_result"', '"image"', 'null')
const input = fc.oneof(objectOf({ command: value, 'a b': value, '1': value, é: value, 'q\\"': value }), value)
const block = objectOf({
  type: blockType,
  text: value,
  thinking: value,
  id: value,
  name: fc.oneof(fc.constant('"Bash"'), value),
  input,
  tool_use_id: value,
  is_error: value,
  other: value,
})
const plainBlock = fc.oneof(
  word.map((id) => `{"type":"tool_use","id":${id},"name":"Bash","input":{"command":"ls"}}`),
  fc.tuple(word, word).map(([id, inside]) => `{"tool_use_id":${id},"type":"tool_result","content":${inside}}`),
)
const content = fc.oneof(
  value,
  fc.array(fc.oneof({ weight: 3, arbitrary: plainBlock }, block, value), { maxLength: 4 }).map((all) => `[${all.join(',')}]`),
)
const usage = fc.oneof(
  objectOf({
    input_tokens: scalar,
    output_tokens: scalar,
    cache_read_input_tokens: scalar,
    cache_creation_input_tokens: scalar,
    cache: value,
  }),
  value,
)
const message = fc.oneof(objectOf({ id: value, model: value, stop_reason: value, content, usage, role: value }), value)
const time = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => `"${date.toISOString()}"`),
  fc.constantFrom(
    '"2026-09-01T08:07:06.543Z"',
    '"2024-02-29T00:00:00.000Z"',
    '"2026-1:-01T00:00:00.00/Z"',
    '"2026-13-01T00:00:00.000Z"',
    '"yesterday"',
    '5',
  ),
)
const recordFields = {
  uuid: value,
  parentUuid: value,
  sessionId: value,
  agentId: value,
  requestId: value,
  cwd: value,
  version: value,
  gitBranch: value,
  type,
  timestamp: time,
  isSidechain: scalar,
  message,
  toolUseResult: fc.oneof(objectOf({ stdout: value, status: value, 'x"': value }), value),
  isApiErrorMessage: scalar,
  isMeta: scalar,
  origin: value,
  promotedFrom: scalar,
  slug: value,
  ['k'.repeat(60)]: value,
}
const record = fc.tuple(type, objectOf(recordFields), fc.boolean()).map(([first, rest, isFirst]) => {
  const members = rest.slice(1, -1)
  if (members === '') return `{"type":${first}}`
  return isFirst ? `{"type":${first},${members}}` : `{${members},"type":${first}}`
})

describe('whatever lines came before', () => {
  it('records of any keys and values, repeated and out of order', () => {
    let read = 0
    const property = fc.property(fc.array(record, { minLength: 1, maxLength: 12 }), (texts) => {
      read += compareWalks(remembering, texts).read
    })
    fc.assert(property, { numRuns: 4000 })
    expect(read).toBeGreaterThan(3000)
  })

  it('from the first line on, with nothing remembered', () => {
    const property = fc.property(fc.array(record, { minLength: 1, maxLength: 12 }), (texts) => {
      compareWalks(openBoth(), texts)
    })
    fc.assert(property, { numRuns: 150 })
  })
})
