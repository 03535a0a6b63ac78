import { inputFields, textField } from './inputFields'

export interface Todo {
  readonly text: string
  readonly state: 'open' | 'doing' | 'done'
}

/** A list of things to do in a tool's input; null: there is none. */
export function todosOf(input: unknown): readonly Todo[] | null {
  const fields = inputFields(input)
  const list = fields.get('todos') ?? fields.get('plan') ?? fields.get('items')
  if (!Array.isArray(list)) return null
  const entries: readonly unknown[] = list
  return entries.flatMap((entry) => {
    const each = inputFields(entry)
    const text = textField(each, 'content', 'step', 'text', 'title')
    if (text === null) return []
    const state = textField(each, 'status') ?? ''
    return [{ text, state: /^(completed|done)$/.test(state) ? 'done' : /progress/.test(state) ? 'doing' : 'open' } satisfies Todo]
  })
}
