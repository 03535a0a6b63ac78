/** A stretch of a text, or one character of it that would not be seen as what it is. */
export type ExactStretch =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'escape'; readonly text: string; readonly code: string }

// Everything that draws nothing, moves what is drawn, or looks like a space and is none: C0 but tab and newline, C1, bidi controls, zero
// widths, variation selectors, tags, separators, lone surrogates. What joins an emoji together is part of it.
const emoji =
  /\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*)*/u
const hidden = /(?![\t\n ])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{DI}\ufff9-\ufffb]/u
const either = new RegExp(`(${emoji.source})|(${hidden.source})`, 'gu')

/** Foreign text as it is, character by character: what would be read must be what would be run. */
export function exactStretches(text: string): readonly ExactStretch[] {
  const stretches: ExactStretch[] = []
  let from = 0
  for (const { index, 1: joined, 2: found } of text.matchAll(either)) {
    if (joined !== undefined || found === undefined) continue
    if (index > from) stretches.push({ kind: 'plain', text: text.slice(from, index) })
    stretches.push({ kind: 'escape', text: escapeOf(found), code: codeOf(found) })
    from = index + found.length
  }
  if (from < text.length) stretches.push({ kind: 'plain', text: text.slice(from) })
  return stretches
}

/** The same as one text, for where nothing can be marked. */
export function exactText(text: string): string {
  return exactStretches(text)
    .map((stretch) => stretch.text)
    .join('')
}

/** As source would write it: the pictures of control characters are in few faces, and a box says nothing. */
function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code === 0x0d) return '\\r'
  const hex = code.toString(16)
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
