import { expect, it } from 'vitest'
import { cleanPaste, needsWarning } from './checkPaste'

it('a copied text types no keys and cannot leave its brackets', () => {
  expect(cleanPaste('one\x1b[201~rm -rf ~\r\n\ttwo\x03\u009b31m').text).toBe('one[201~rm -rf ~\n\ttwo31m')
})

it('counts the lines as a person does', () => {
  expect(cleanPaste('one').lines).toBe(1)
  expect(cleanPaste('one\r\n').lines).toBe(1)
  expect(cleanPaste('one\ntwo\n').lines).toBe(2)
})

it('warns of lines that would run at once, and only then', () => {
  expect(needsWarning(cleanPaste('echo one\necho two'), false)).toBe(true)
  expect(needsWarning(cleanPaste('echo one\n'), false)).toBe(true)
  expect(needsWarning(cleanPaste('echo one\necho two'), true)).toBe(false)
  expect(needsWarning(cleanPaste('echo one'), false)).toBe(false)
})
