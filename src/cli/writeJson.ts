import type { Output } from './output'

// Legal in JSON, but obeyed by terminals or cut by line readers: escaped they mean the same to every parser.
const risky = /[\x7f-\x9f\u061c\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g

export function toJson(value: unknown, indent: number): string {
  const text = JSON.stringify(value, null, indent)
  return text.replace(risky, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** One value and a line end: indented for eyes, on one line for programs. */
export function writeJson(out: Output, value: unknown): Promise<void> {
  return out.write(`${toJson(value, out.isTerminal ? 2 : 0)}\n`)
}
