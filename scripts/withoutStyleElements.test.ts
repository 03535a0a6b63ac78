import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { withoutStyleElements } from './withoutStyleElements'

const path = createRequire(import.meta.url)
  .resolve('@xterm/xterm')
  .replace(/xterm\.js$/, 'xterm.mjs')

it('the terminal’s library, as it is installed, writes no styles that our policy forbids', () => {
  const changed = withoutStyleElements('/page').transform(readFileSync(path, 'utf8'), path)?.code ?? ''
  expect(changed).toMatch(/^import \{ adoptedStyle \} from "\/page\/terminal\/adoptedStyle\.ts"/)
  expect(changed).not.toMatch(/createElement\(["'`]style|setAttribute\(["'`]style/)
  expect(changed.match(/adoptedStyle\(\)/g)).toHaveLength(3)
})

it('another file stays as it is, and a library that does it otherwise stops the build', () => {
  const { transform } = withoutStyleElements('/page')
  expect(transform('document.createElement("style")', '/page/main.ts')).toBeNull()
  expect(() => transform('document.createElement("style")', path)).toThrow(/new way/)
})
