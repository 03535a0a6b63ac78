import { expect, it } from 'vitest'
import { readForm } from './readForm'

const schema = {
  type: 'object',
  required: ['name', 'size'],
  properties: {
    name: { type: 'string', title: 'Name', description: 'Who is it for?' },
    size: { type: 'string', enum: ['s', 'l'], enumNames: ['Small', 'Large'] },
    count: { type: 'integer' },
    sure: { type: 'boolean' },
    parts: { type: 'array', items: { anyOf: [{ const: 'a', title: 'First' }, { const: 'b' }] } },
  },
}

it('asks for every plain field, and takes the answers as the schema wants them', () => {
  const form = readForm(schema)
  expect(
    form?.questions.map(({ id, text, takesOwnWords, isMultiple, options }) => [
      id,
      text,
      takesOwnWords,
      isMultiple,
      options.map(({ label }) => label),
    ]),
  ).toEqual([
    ['name', 'Who is it for?', true, false, []],
    ['size', 'size', false, false, ['Small', 'Large']],
    ['count', 'count', true, false, ['Leave it out']],
    ['sure', 'sure', false, false, ['Yes', 'No', 'Leave it out']],
    ['parts', 'parts', false, true, ['First', 'b', 'Leave it out']],
  ])
  const answers = { name: ['Ada'], size: ['Large'], count: ['12'], sure: ['No'], parts: ['First', 'b'] }
  expect(form?.contentOf(answers)).toEqual({ name: 'Ada', size: 'l', count: 12, sure: false, parts: ['a', 'b'] })
  const fewer = { name: ['Ada'], size: ['Small'], count: ['many'], sure: ['Leave it out'], parts: ['Leave it out'] }
  expect(form?.contentOf(fewer)).toEqual({ name: 'Ada', size: 's', count: 'many' })
})

it('a form without fields is a plain yes or no; one with nested fields cannot be asked', () => {
  expect(readForm(null)?.questions).toEqual([])
  expect(readForm({ properties: { deep: { type: 'object', properties: {} } } })).toBeNull()
  expect(readForm({ properties: { list: { type: 'array', items: { type: 'string' } } } })).toBeNull()
})
