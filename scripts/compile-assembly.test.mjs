import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compileAssembly, modulePath } from './compile-assembly.mjs'

it('the compiled walk is what its source says', async () => {
  // `npm run assembly` writes it anew.
  expect(readFileSync(modulePath, 'utf8') === (await compileAssembly())).toBe(true)
})
