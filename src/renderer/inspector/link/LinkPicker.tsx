import './LinkPicker.css'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { AgentKey } from '../../../shared/ids'
import type { LinkChange, LinkChangeAnswer } from '../../../shared/linkChange'
import { changeLinkNow, nameOf, placeWords, tryLink } from '../../actions/changeLink'
import { openLinkPicker, useLinkPicker } from '../../actions/openLinkPicker'
import { Dialog } from '../../controls/Dialog'
import { useForest } from '../../store/forest'
import { useTypeClass } from '../../store/useTypeClass'
import { type ParentChoice, parentChoices } from './parentChoices'

/** Chooses who called an agent, and says beforehand what would change. */
export function LinkPicker() {
  const key = useLinkPicker((picker) => picker.key)
  return key === null ? null : <Picker moved={key} key={key} />
}

interface Chosen {
  readonly choice: ParentChoice
  readonly change: LinkChange
  readonly answer: LinkChangeAnswer | null
}

function Picker({ moved }: { readonly moved: AgentKey }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const structure = useForest((forest) => forest.structure)
  const choices = useChoices(moved, text, structure)
  const choose = (choice: ParentChoice): void => {
    const change: LinkChange = { kind: 'place', parent: choice.parent, call: choice.call }
    setChosen({ choice, change, answer: null })
    void tryLink(moved, change).then((answer) =>
      setChosen((now) => (now?.choice.id === choice.id ? { choice, change, answer } : now)),
    )
  }
  const link = (): void => {
    if (chosen?.answer?.ok !== true) return
    openLinkPicker(null)
    void changeLinkNow(moved, chosen.change)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) link()
    else if (!walk(event, choices, chosen, choose)) return
    event.preventDefault()
  }
  return (
    <Dialog
      title={`Link ${nameOf(moved)} to …`}
      width={560}
      onClose={() => openLinkPicker(null)}
      footer={<Footer chosen={chosen} onLink={link} />}
    >
      <div className="picker">
        <input
          className="picker-input"
          data-first-focus
          role="combobox"
          aria-label="Search agents and calls"
          aria-expanded="true"
          aria-controls="picker-list"
          aria-activedescendant={chosen ? `picker-${chosen.choice.id}` : undefined}
          placeholder="Search agents and calls of this run"
          value={text}
          onKeyDown={onKeyDown}
          onChange={({ target }) => setText(target.value)}
        />
        <ChoiceList choices={choices} chosen={chosen?.choice.id ?? null} onChoose={choose} />
      </div>
    </Dialog>
  )
}

function useChoices(moved: AgentKey, text: string, structure: number): readonly ParentChoice[] {
  return useMemo(() => {
    // The map is changed in place: the number says when.
    return structure < 0 ? [] : parentChoices(useForest.getState().agents.values(), moved, text)
  }, [moved, text, structure])
}

function walk(
  event: KeyboardEvent,
  choices: readonly ParentChoice[],
  chosen: Chosen | null,
  choose: (choice: ParentChoice) => void,
): boolean {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0) return false
  const at = choices.findIndex(({ id }) => id === chosen?.choice.id)
  const next = choices[Math.max(0, Math.min(Math.min(choices.length, mostShown) - 1, at + by))]
  if (next) choose(next)
  if (next) document.getElementById(`picker-${next.id}`)?.scrollIntoView({ block: 'nearest' })
  return true
}

const mostShown = 200

interface ChoiceListProps {
  readonly choices: readonly ParentChoice[]
  readonly chosen: string | null
  readonly onChoose: (choice: ParentChoice) => void
}

function ChoiceList({ choices, chosen, onChoose }: ChoiceListProps) {
  const typeClass = useTypeClass()
  return (
    <>
      <div className="picker-list" id="picker-list" role="listbox" aria-label="Agents and calls" tabIndex={-1}>
        {choices.slice(0, mostShown).map((choice) => (
          <button
            type="button"
            key={choice.id}
            id={`picker-${choice.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={choice.id === chosen}
            className={choice.id === chosen ? 'picker-row on' : 'picker-row'}
            onClick={() => onChoose(choice)}
          >
            <bdi className={`b ${typeClass(choice.type)}`}>{choice.label}</bdi>
            <bdi className="cut f3">{choice.about}</bdi>
            {choice.call !== null && <span className="chip">no agent yet</span>}
          </button>
        ))}
      </div>
      {choices.length === 0 && <p className="f3">Nothing fits.</p>}
      {choices.length > mostShown && <p className="f3">{choices.length - mostShown} more: write a part of the name</p>}
    </>
  )
}

function Footer({ chosen, onLink }: { readonly chosen: Chosen | null; readonly onLink: () => void }) {
  const answer = chosen?.answer ?? null
  const reason = answer === null ? (chosen ? 'trying …' : 'Choose where it belongs.') : answer.ok ? null : answer.message
  return (
    <>
      <p className="picker-effect grow" role="status">
        {answer?.ok ? (
          <>
            <bdi>{placeWords(answer.before)}</bdi> → <bdi className="f1">{placeWords(answer.after)}</bdi>
          </>
        ) : (
          <bdi className={answer ? 'st-failed' : 'f3'}>{reason}</bdi>
        )}
      </p>
      <button type="button" className="btn" onClick={() => openLinkPicker(null)}>
        Cancel
      </button>
      <button
        type="button"
        className={reason === null ? 'btn primary' : 'btn off'}
        aria-disabled={reason !== null || undefined}
        aria-description={reason ?? undefined}
        title={reason ?? undefined}
        onClick={onLink}
      >
        Link
      </button>
    </>
  )
}
