import hljs from 'highlight.js/lib/core'
import typescript from 'highlight.js/lib/languages/typescript'
import { expect, it } from 'vitest'
import { languageOf } from './loadLanguage'
import { spansOf } from './spansOf'

it('colours code and changes no letter of it', () => {
  hljs.registerLanguage('typescript', typescript)
  const code = "await page.waitForURL('/home') // line 58 <b>&"
  const result = hljs.highlight(code, { language: 'typescript' })
  const spans = spansOf('rootNode' in result._emitter ? result._emitter.rootNode : null)
  expect(spans.map(({ text }) => text).join('')).toBe(code)
  expect(spans.find(({ text }) => text === 'await')?.tone).toBe('key')
  expect(spans.find(({ text }) => text.includes('/home'))?.tone).toBe('string')
  expect(spans.at(-1)?.tone).toBe('comment')
})

it('answers strange trees with nothing', () => {
  expect(spansOf(null)).toEqual([])
  expect(spansOf({ children: [1, null, { scope: 3, children: ['x'] }] })).toEqual([{ tone: null, text: 'x' }])
})

it('knows languages by their names and by the ends of files', () => {
  expect(['ts', 'JavaScript', 'src/a.py', 'sh', 'constructor', '__proto__', ''].map(languageOf)).toEqual([
    'typescript',
    'typescript',
    'python',
    'bash',
    null,
    null,
    null,
  ])
})
