import type { DrivenAsk } from '../../../core/drive/driver'
import { asId, asObject, asText, type Json } from '../../../core/readJson'
import { AskId } from '../../../shared/drive/ask'
import { fieldsOf } from '../../fieldsOf'

/** `asked`: the properties of `permission.asked`, or one entry of the pending list: all of it. Null: no such thing. */
export function readPermission(asked: Json, run: string, at: number): DrivenAsk | null {
  const id = asId(asked['id'])
  const session = asId(asked['sessionID'])
  if (id === null || session === null) return null
  const metadata = asObject(asked['metadata']) ?? {}
  const patterns = textsIn(asked['patterns']).join('\n')
  const main = mainOf(metadata, patterns)
  const always = textsIn(asked['always'])
  return {
    id: AskId.parse(id),
    agent: session === run ? null : session,
    kind: 'permission',
    at: new Date(at).toISOString(),
    tool: asText(asked['permission']),
    detail: main.text,
    fields: [
      ...fieldsOf(metadata, new Set([main.name, 'description'])),
      ...(patterns === '' || patterns === main.text ? [] : [{ name: 'patterns', value: patterns }]),
    ],
    reason: asText(metadata['description']),
    folder: null,
    change: null,
    isCut: false,
    options: [
      { id: 'once', label: 'Allow once', effect: 'once', note: null, takesMessage: false },
      {
        id: 'always',
        label: `Allow ${always.join(', ') || 'such calls'}`,
        effect: 'always',
        note: 'for this project, while its server runs',
        takesMessage: false,
      },
      {
        id: 'reject',
        label: 'Deny',
        effect: 'deny',
        note: 'With a reason the agent goes on; without one its turn ends.',
        takesMessage: true,
      },
    ],
    questions: [],
  }
}

/** What it is about, and which of the metadata says so; '' where none does. */
function mainOf(metadata: Json, patterns: string): { readonly text: string; readonly name: string } {
  for (const name of ['command', 'diff', 'url']) {
    const text = asText(metadata[name])
    if (text !== null && text !== '') return { text, name }
  }
  return { text: patterns || 'It says no more of it.', name: '' }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
