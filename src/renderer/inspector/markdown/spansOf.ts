import type { CodeSpan } from './codeSpan'

const tones: readonly (readonly [RegExp, CodeSpan['tone']])[] = [
  [/^(comment|quote|doctag)/, 'comment'],
  [/^(string|regexp|char|symbol|link|addition)/, 'string'],
  [/^(title|function|section|attr|property|selector|name|tag)/, 'name'],
  [/^(number|bullet)/, 'number'],
  [/^(keyword|literal|built_in|type|meta|operator|deletion|variable\.language)/, 'key'],
]

/** A highlighter's tree of scopes as a flat row of spans; the innermost scope that has a colour wins. */
export function spansOf(tree: unknown): readonly CodeSpan[] {
  const spans: CodeSpan[] = []
  const walk = (node: unknown, tone: CodeSpan['tone']): void => {
    if (typeof node === 'string') {
      const last = spans.at(-1)
      if (last && last.tone === tone) spans[spans.length - 1] = { tone, text: last.text + node }
      else if (node !== '') spans.push({ tone, text: node })
      return
    }
    if (typeof node !== 'object' || node === null || !('children' in node) || !Array.isArray(node.children)) return
    const scope = 'scope' in node && typeof node.scope === 'string' ? node.scope : null
    const own = scope === null ? tone : toneOf(scope, tone)
    const children: readonly unknown[] = node.children
    for (const child of children) walk(child, own)
  }
  walk(tree, null)
  return spans
}

function toneOf(scope: string, outer: CodeSpan['tone']): CodeSpan['tone'] {
  if (scope === 'subst') return null
  return tones.find(([pattern]) => pattern.test(scope))?.[1] ?? outer
}
