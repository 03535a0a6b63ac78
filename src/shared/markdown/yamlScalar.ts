// What YAML does not allow in a document, what it would fold, and what a terminal would obey (bidi controls, C1).
const escaped =
  /[\\"\0-\x1f\x7f-\xa0\u061c\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const short: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Any text as one YAML scalar on one line; null as `null`. Always quoted, so that nothing reads as a number, date or boolean. */
export function yamlScalar(text: string | null): string {
  if (text === null) return 'null'
  const body = text.replace(escaped, (character) => {
    const named = short[character]
    if (named !== undefined) return named
    const code = character.charCodeAt(0)
    // A lone surrogate is no character at all; no YAML could carry it.
    if (code >= 0xd800 && code <= 0xdfff) return '\ufffd'
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
  })
  return `"${body}"`
}
