// Transcripts are hostile input: a terminal would obey escape sequences, and both terminal and page would obey bidi controls.
// C0 but tab and newline, DEL, C1, bidi embeddings, overrides and isolates, line separators, byte order marks, letters that are drawn as
// nothing, tags (a whole hidden text in a run of them), lone surrogates.
const unsafe =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u115f\u1160\u180e\u202a-\u202e\u2060-\u206f\u3164\uffa0\u2028\u2029\ufeff\ufff9-\ufffb]|(?:\udb40[\udc00-\udc7f])+|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Foreign text made safe to print, line breaks and tabs kept. What was dangerous stays visible as a symbol: ESC becomes ␛. */
export function neutraliseText(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  return lines.replace(unsafe, (character) => {
    const code = character.charCodeAt(0)
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    if (code === 0x7f) return '\u2421'
    if (code === 0x2028 || code === 0x2029) return '\n'
    return '\ufffd'
  })
}

/** The same on one line: every run of white space is one space. */
export function oneLine(text: string): string {
  return neutraliseText(text).replace(/\s+/g, ' ').trim()
}
