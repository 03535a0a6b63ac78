export interface Paste {
  /** Without what a terminal would take for keys. */
  readonly text: string
  readonly lines: number
}

// All of C0 but tab and line ends, DEL, and C1: an ESC in a copied text could end the brackets around it and go on as keys.
const keys = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g

/** What of a clipboard is pasted. */
export function cleanPaste(copied: string): Paste {
  const text = copied.replace(/\r\n?/g, '\n').replace(keys, '')
  return { text, lines: text.replace(/\n$/, '').split('\n').length }
}

/** Whether a program would run lines of it before a person has seen them. */
export function needsWarning({ text }: Paste, isBracketed: boolean): boolean {
  return !isBracketed && text.includes('\n')
}
