export interface FrontMatter {
  /** Its lines as they are. */
  readonly head: string
  /** What follows it. */
  readonly body: string
}

/** The block between two lines `---` at the beginning of a Markdown file. Null: there is none. */
export function frontMatter(text: string): FrontMatter | null {
  const match = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)
  return match && { head: match[1] ?? '', body: text.slice(match[0].length) }
}

/** What a plain `key: value` line says, as it is written. */
export function rawValueAt(head: string, key: string): string | null {
  const line = head.split(/\r?\n/).find((each) => each.startsWith(`${key}:`))
  return line?.slice(key.length + 1).trim() || null
}
