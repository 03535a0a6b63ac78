import { inputFields, textField } from './inputFields'
import type { ToolKind } from './toolKind'

export interface FileEdit {
  readonly path: string | null
  readonly before: string
  readonly after: string
}

/** The edits a call asks for; empty: its input is not one we can draw as a diff. */
export function editsOf(kind: ToolKind, input: unknown): readonly FileEdit[] {
  if (kind !== 'edit' && kind !== 'write') return []
  if (typeof input === 'string') return patchEdits(input)
  const fields = inputFields(input)
  const path = textField(fields, 'file_path', 'filePath', 'path', 'notebook_path')
  const content = textField(fields, 'content', 'file_text', 'new_source')
  if (kind === 'write') return content === null ? [] : [{ path, before: '', after: content }]
  const many = fields.get('edits')
  if (Array.isArray(many)) {
    const edits: readonly unknown[] = many
    return edits.flatMap((edit) => replacement(inputFields(edit), path))
  }
  const patch = textField(fields, 'patch', 'patchText', 'input')
  if (patch !== null) return patchEdits(patch)
  return replacement(fields, path)
}

function replacement(fields: ReadonlyMap<string, unknown>, path: string | null): readonly FileEdit[] {
  const before = textField(fields, 'old_string', 'oldString', 'old_str')
  const after = textField(fields, 'new_string', 'newString', 'new_str')
  return before === null && after === null ? [] : [{ path, before: before ?? '', after: after ?? '' }]
}

/** The patch format with `*** Update File:` headers and lines that begin with ` `, `+` or `-`. */
function patchEdits(patch: string): readonly FileEdit[] {
  if (!/^(\*\*\* (Begin|Update|Add|Delete)|--- |@@)/m.test(patch)) return []
  const edits: { path: string | null; before: string[]; after: string[] }[] = []
  let path: string | null = null
  const begin = (): void => void edits.push({ path, before: [], after: [] })
  for (const line of patch.split('\n')) {
    const header = /^\*\*\* (?:Update|Add|Delete) File: (.*)$|^\+\+\+ (?:b\/)?(.*)$/.exec(line)
    if (header) {
      path = header[1] ?? header[2] ?? null
      begin()
    } else if (line.startsWith('@@')) begin()
    else if (!line.startsWith('*** ') && !line.startsWith('--- ')) takeLine(edits.at(-1), line)
  }
  return edits
    .filter(({ before, after }) => before.length + after.length > 0)
    .map((edit) => ({ path: edit.path, before: edit.before.join('\n'), after: edit.after.join('\n') }))
}

function takeLine(edit: { readonly before: string[]; readonly after: string[] } | undefined, line: string): void {
  const text = line.slice(1)
  if (line.startsWith('+')) edit?.after.push(text)
  else if (line.startsWith('-')) edit?.before.push(text)
  else if (line.startsWith(' ')) {
    edit?.before.push(text)
    edit?.after.push(text)
  }
}
