import './FindBar.css'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { formatExact } from '../../../shared/formatCount'
import type { AgentKey, RunUri } from '../../../shared/ids'
import { Icon } from '../../controls/Icon'
import { IconButton } from '../../controls/IconButton'
import { closeFind, type Find, findText, stepHit, stopFinding, useFind } from './findStore'
import { untilWhole } from './holdNumber'
import { listNow } from './listNow'
import { toggleRow, useTranscript } from './useTranscript'

interface FindBarProps {
  readonly run: RunUri
  readonly agent: AgentKey
}

export function FindBar({ run, agent }: FindBarProps) {
  const find = useFind()
  const field = useRef<HTMLInputElement>(null)
  // When it is asked for, and not with every hit that is found: by then a person may write elsewhere.
  useLayoutEffect(() => {
    if (find.asked > 0) field.current?.focus()
  }, [find.asked])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const look = (text: string): void => {
    stopFinding()
    useFind.setState({ text })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void lookNow(text), 120)
  }
  const lookNow = async (text: string): Promise<void> => {
    await untilWhole()
    // Another text was typed meanwhile, or none is wanted any more.
    if (useFind.getState().text !== text) return
    await findText({ agent: { run, key: agent }, text, near: listNow()?.standsAt() ?? 0, onFirst: show })
  }
  const show = (at: number | null): void => {
    const { hits } = useFind.getState()
    const n = at === null ? undefined : hits[at]
    if (at === null || n === undefined) return
    useFind.setState({ at })
    openFolded(n)
    listNow()?.goTo(n)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') show(stepHit(find, event.shiftKey ? -1 : 1))
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const close = (): void => {
    closeFind()
    listNow()?.focus()
  }
  return (
    <search className="find-bar">
      <label className="find-box">
        <Icon name="search" size={14} />
        <input
          ref={field}
          value={find.text}
          maxLength={1000}
          placeholder="Find in transcript"
          aria-label="Find in transcript"
          spellCheck={false}
          onChange={({ target }) => look(target.value)}
          onKeyDown={onKey}
        />
        <span className="find-count" role="status">
          {countOf(find)}
        </span>
      </label>
      <IconButton icon="chev-up" label="Previous hit" shortcut="Shift Enter" onPress={() => show(stepHit(find, -1))} />
      <IconButton icon="chev-down" label="Next hit" shortcut="Enter" onPress={() => show(stepHit(find, 1))} />
      <IconButton icon="close" label="Close find" shortcut="Esc" onPress={close} />
    </search>
  )
}

function countOf({ text, hits, at, searched, isBusy, fault }: Find): string {
  if (fault !== null) return 'cannot be searched'
  if (text === '') return ''
  if (hits.length === 0) return isBusy ? `searching … ${Math.floor(searched * 100)} %` : 'no hits'
  return `${at === null ? '–' : formatExact(at + 1)} / ${formatExact(hits.length)}${searched < 1 ? '+' : ''}`
}

/** A hit inside something folded is only seen when it is open. */
function openFolded(n: number): void {
  const item = useTranscript.getState().items.get(n)
  if (item?.kind === 'thinking' || item?.kind === 'notice' || item?.kind === 'compaction' || item?.kind === 'tool')
    toggleRow(n, true)
}
