import { expect, it } from 'vitest'
import { checkLink } from './checkLink'

it.each([
  ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['HTTP://Example.com', 'http://example.com/'],
])('%s goes to the browser', (text, url) => {
  expect(checkLink(text)).toBe(url)
})

it.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'smb://host/share',
  'ms-settings:',
  'understory://a/b',
  'vbscript:x',
  'https://bank.example@evil.example',
  'https:\\\\evil.example',
  'https://a\u202eb.example',
  'https://a b.example',
  'https://a\nb.example',
  ' https://a.example',
  '--help',
  '/etc/passwd',
  '',
  'https://',
  `https://a.example/${'x'.repeat(9000)}`,
])('%s goes nowhere', (text) => {
  expect(checkLink(text)).toBeNull()
})
