import { expect, it } from 'vitest'
import { isBlank } from './isBlank'

it.each(['', ' \t\n', '\u200b', '\u200e\u200f', '\u2060', '\u00ad', '\ufeff', '\u00a0\u3000', '\u0007', '\u3164\ufe0f'])(
  'sees nothing in %j',
  (text) => expect(isBlank(text)).toBe(true),
)

it.each(['a', '\u200b.', '日本', '👩‍👩‍👧', '\ufeffx', '0'])('sees something in %j', (text) => expect(isBlank(text)).toBe(false))
