import { frontMatter, rawValueAt } from '../../../frontMatter'

/** An agent as a person has defined it in a file. */
export interface AgentDefinition {
  readonly name: string
  readonly prompt: string
  /** As it is written, comma-separated; null: all of them. */
  readonly tools: string | null
  /** Null: that of whoever starts it. */
  readonly model: string | null
  /** As it is written; null: none is. */
  readonly colour: string | null
}

/** `.claude/agents/*.md`: front matter of plain `key: value` lines, then the prompt. Null: no definition. */
export function readDefinition(text: string): AgentDefinition | null {
  const matter = frontMatter(text)
  if (!matter) return null
  const { head, body } = matter
  const name = valueAt(head, 'name')
  if (name === null) return null
  const model = valueAt(head, 'model')
  return {
    name,
    prompt: body.trim(),
    tools: valueAt(head, 'tools') ?? listAt(head, 'tools'),
    model: model === 'inherit' ? null : model,
    colour: rawValueAt(head, 'color'),
  }
}

function valueAt(head: string, key: string): string | null {
  const value = rawValueAt(head, key)
    ?.replace(/^(["'])(.*)\1$/, '$2')
    .replace(/^\[(.*)\]$/, '$1')
    .trim()
  return value ? value : null
}

function listAt(head: string, key: string): string | null {
  const lines = head.split(/\r?\n/)
  const at = lines.findIndex((each) => each.trim() === `${key}:`)
  if (at < 0) return null
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((each) => !/^\s*- /.test(each))
  const values = (end < 0 ? rest : rest.slice(0, end)).map((each) => each.replace(/^\s*- /, '').trim())
  return values.length === 0 ? null : values.join(', ')
}
