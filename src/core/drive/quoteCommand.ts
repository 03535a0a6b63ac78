/** As it can be pasted into a shell of the POSIX kind: every word means itself. Nothing here is ever given to one by us. */
export function quoteCommand(argv: readonly string[]): string {
  return argv.map(quoteWord).join(' ')
}

const plain = /^[A-Za-z0-9_@%+=:,./-]+$/
// A newline or an escape sequence must not act when it is pasted: such words are written with their letters named.
const control = /[\0-\x1f\x7f]/

function quoteWord(word: string): string {
  if (plain.test(word)) return word
  // What a command writes loses its last line ends: they follow in quotes of their own.
  const text = word.replace(/\n+$/, '')
  const ends = word.slice(text.length)
  return `${text === '' && ends !== '' ? '' : quoteText(text)}${ends === '' ? '' : `'${ends}'`}`
}

function quoteText(text: string): string {
  if (!control.test(text)) return `'${text.replaceAll("'", "'\\''")}'`
  // A shell with a history reads a "!" even there.
  const named = text.replace(/^-|[!\\%'\0-\x1f\x7f]/g, (letter) => NAMES.get(letter) ?? octal(letter))
  return `"$(printf '${named}')"`
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['%', '%%'],
  ["'", "'\\''"],
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['\r', '\\r'],
])

function octal(letter: string): string {
  return `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`
}
