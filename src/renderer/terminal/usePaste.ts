import { type RefObject, useEffect, useState } from 'react'
import { cleanPaste, needsWarning, type Paste } from './checkPaste'
import type { PasteAnswer } from './PasteWarning'
import type { TerminalScreen } from './TerminalScreen'

interface Pasting {
  /** Waits for a person's word. */
  readonly asked: Paste | null
  answer(answer: PasteAnswer): void
}

/** What is pasted into the terminal of this frame, cleaned, and asked for where its lines would run at once. */
export function usePaste(frame: RefObject<HTMLElement | null>, screen: TerminalScreen | null): Pasting {
  const [asked, setAsked] = useState<Paste | null>(null)
  useEffect(() => {
    const element = frame.current
    if (!element || !screen) return
    const take = (event: ClipboardEvent): void => {
      // Before the library sees it.
      event.preventDefault()
      event.stopPropagation()
      const { terminal } = screen.opened
      const paste = cleanPaste(event.clipboardData?.getData('text/plain') ?? '')
      if (paste.text === '' || terminal.options.disableStdin) return
      if (needsWarning(paste, terminal.modes.bracketedPasteMode)) setAsked(paste)
      else terminal.paste(paste.text)
    }
    element.addEventListener('paste', take, true)
    return () => {
      element.removeEventListener('paste', take, true)
      setAsked(null)
    }
  }, [frame, screen])
  const answer = (word: PasteAnswer): void => {
    const terminal = screen?.opened.terminal
    setAsked(null)
    terminal?.focus()
    if (!asked || word === 'cancel') return
    terminal?.paste(word === 'paste' ? asked.text : asked.text.trim().replace(/\s*\n\s*/g, ' '))
  }
  return { asked, answer }
}
