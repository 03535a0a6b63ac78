import type { PromptKey } from './event'

const PREVIEW_LENGTH = 1000
const REMINDERS = /\s*<system-reminder>[\s\S]*?<\/system-reminder>/gi
const TEAM_MESSAGE = /^<teammate-message\b[^>]*>\n?([\s\S]*?)\n?<\/teammate-message>$/

/** The same text whichever side wrote it: without what the harness adds, with one kind of line end. */
export function normalisePrompt(text: string): string {
  let plain = text.includes('<system-reminder>') || text.includes('<SYSTEM-REMINDER>') ? text.replace(REMINDERS, '') : text
  if (plain.includes('\r')) plain = plain.replaceAll('\r\n', '\n')
  if (plain.includes('\\n')) plain = plain.replaceAll('\\n', '\n')
  plain = plain.trim()
  return plain.startsWith('<teammate-message') ? (TEAM_MESSAGE.exec(plain)?.[1] ?? plain).trim() : plain
}

export function promptKey(text: string): PromptKey {
  const plain = normalisePrompt(text)
  return { hash: hashText(plain), length: plain.length, preview: cutText(plain, PREVIEW_LENGTH) }
}

/** Never between the halves of a surrogate pair, which would show as a broken character. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const end = isHighSurrogate(text.charCodeAt(length - 2)) ? length - 2 : length - 1
  return `${text.slice(0, end)}…`
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

/** 64 bits in two lanes: equal hash and equal length have stood for equal text since before collisions of 2⁻⁶⁴ mattered. */
function hashText(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 0x9e3779b1)
    b = Math.imul(b ^ unit, 0x5f356495)
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35)
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35)
  return (a >>> 0).toString(36) + (b >>> 0).toString(36).padStart(7, '0')
}
