import type { ISearchOptions, SearchAddon } from '@xterm/addon-search'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../shared/formatCount'
import { Icon } from '../controls/Icon'
import { IconButton } from '../controls/IconButton'
import { MOST_MARKED } from './openTerminal'

interface TerminalFindProps {
  readonly search: SearchAddon
  readonly onClose: () => void
}

interface Found {
  /** -1: none of those that are counted. */
  readonly index: number
  readonly count: number
}

/** Finds in all lines that the terminal keeps, the newest first. */
export function TerminalFind({ search, onClose }: TerminalFindProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    const listening = search.onDidChangeResults(({ resultIndex, resultCount }) =>
      setFound({ index: resultIndex, count: resultCount }),
    )
    return () => {
      listening.dispose()
      search.clearDecorations()
    }
  }, [search])
  const look = (wanted: string): void => {
    setText(wanted)
    if (wanted !== '') return void search.findPrevious(wanted, marked())
    search.clearDecorations()
    setFound(null)
  }
  const step = (isBack: boolean): void => {
    if (text === '') return
    if (isBack) search.findPrevious(text, marked())
    else search.findNext(text, marked())
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Escape') onClose()
    else step(!event.shiftKey)
  }
  return (
    <search className="terminal-find">
      <div className="input">
        <Icon name="search" size={14} />
        <input
          ref={field}
          type="text"
          aria-label="Find in the terminal"
          placeholder="Find in the terminal"
          value={text}
          onChange={(event) => look(event.target.value)}
          onKeyDown={press}
        />
      </div>
      <span className="f2 terminal-found" role="status">
        {foundWords(text, found)}
      </span>
      <IconButton icon="up" label="Previous match" shortcut="Enter" onPress={() => step(true)} />
      <IconButton icon="down" label="Next match" shortcut="Shift Enter" onPress={() => step(false)} />
      <IconButton icon="close" label="Close the search" shortcut="Esc" onPress={onClose} />
    </search>
  )
}

function foundWords(text: string, found: Found | null): string {
  if (text === '' || !found) return ''
  if (found.count === 0) return 'no match'
  const count = found.count >= MOST_MARKED ? `more than ${formatCount(MOST_MARKED)}` : formatCount(found.count)
  return found.index < 0 ? count : `${formatCount(found.index + 1)} of ${count}`
}

/** Colours as the library wants them: six digits. */
function marked(): ISearchOptions {
  const style = getComputedStyle(document.documentElement)
  const get = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  const [match, active] = [get('bg-press'), get('fi-need')]
  return {
    decorations: {
      matchBackground: match,
      matchBorder: get('line-3'),
      matchOverviewRuler: get('line-3'),
      activeMatchBackground: active,
      activeMatchBorder: active,
      activeMatchColorOverviewRuler: active,
    },
  }
}
