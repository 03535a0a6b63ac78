import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const sheet = readFileSync(join(import.meta.dirname, '..', 'renderer', 'theme', 'tokens.css'), 'utf8')

/** Begins of the blocks, as they are written in the sheet. */
const begins = { dark: ':root {', light: ':root[data-theme="light"] {', system: ':root:not([data-theme]) {' } as const

export type ThemeBlock = keyof typeof begins

/** What a token says in one block of the sheet; empty: nothing. */
export function themeTokens(block: ThemeBlock): (token: string) => string {
  const from = sheet.indexOf(begins[block])
  const text = from < 0 ? '' : sheet.slice(from, sheet.indexOf('}', from))
  const tokens = new Map([...text.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
  return (token) => tokens.get(token.replace(/^--/, '')) ?? ''
}
