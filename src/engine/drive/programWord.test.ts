import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { programWord } from './programWord'

let folder: string
const at = (...names: string[]): string => join(folder, ...names)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understory-word-'))
  for (const place of ['first', 'second', 'third']) mkdirSync(at(place))
  writeFileSync(at('second', 'toy'), '#!/bin/sh\n')
  chmodSync(at('second', 'toy'), 0o755)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const searchPath = (): string => ['relative', at('first'), at('second'), at('third')].join(':')

it('its name where that leads to this very file, also over links', () => {
  expect(programWord(at('second', 'toy'), searchPath())).toBe('toy')
  symlinkSync(at('second', 'toy'), at('third', 'toy'))
  expect(programWord(at('third', 'toy'), searchPath())).toBe('toy')
})

it('its path where the name leads elsewhere or nowhere', () => {
  writeFileSync(at('third', 'toy'), '#!/bin/sh\n')
  chmodSync(at('third', 'toy'), 0o755)
  expect(programWord(at('third', 'toy'), searchPath())).toBe(at('third', 'toy'))
  expect(programWord(at('second', 'toy'), at('first'))).toBe(at('second', 'toy'))
  // A file of that name that cannot be run is passed over by every shell.
  writeFileSync(at('first', 'toy'), '')
  expect(programWord(at('second', 'toy'), searchPath())).toBe('toy')
})
