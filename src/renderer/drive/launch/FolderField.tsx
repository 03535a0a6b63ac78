import { type KeyboardEvent, useId, useState } from 'react'
import { Foreign } from '../../controls/Foreign'
import { Icon } from '../../controls/Icon'
import { callEngine, faultOf, useClient } from '../../store/client'
import { useLatest } from '../useLatest'
import { type FolderChoice, folderChoices } from './folderChoices'
import type { RecentFolder } from './useLaunchables'

interface FolderFieldProps {
  readonly folder: string
  readonly recent: readonly RecentFolder[]
  readonly onChange: (folder: string) => void
}

/** Typed with completion, taken from those of late, or picked in the system's own window. */
export function FolderField({ folder, recent, onChange }: FolderFieldProps) {
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const completed = useCompleted(folder)
  const choices = folderChoices(folder, recent, completed.folders)
  const take = (choice: FolderChoice): void => {
    setAt(-1)
    setOpen(choice.recent === null)
    onChange(choice.folder)
  }
  const press = (event: KeyboardEvent): void => {
    const chosen = choices[at]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      setAt(step(at, event.key === 'ArrowDown' ? 1 : -1, choices.length))
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setOpen(false)
    } else if (isOpen && chosen && (event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      take(chosen)
    }
  }
  const branch = recent.find((one) => one.folder === folder)?.branch ?? null
  const inputId = `${listId}input`
  return (
    <div className="field folder-field">
      <span className="lab">
        <label htmlFor={inputId}>Folder</label>
        <span>{recent.length > 0 && `${recent.length} recent`}</span>
      </span>
      <div className="input">
        <Icon name="reveal" size={14} />
        <input
          id={inputId}
          className="mono"
          role="combobox"
          aria-expanded={isOpen && choices.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={at >= 0 ? `${listId}${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={folder}
          placeholder="/path/to/the/project"
          onChange={({ target }) => {
            setOpen(true)
            setAt(-1)
            onChange(target.value)
          }}
          onClick={() => setOpen(true)}
          onKeyDown={press}
          onBlur={() => setOpen(false)}
        />
        {branch !== null && (
          <span className="row f3 nb folder-branch">
            <Icon name="branch" size={12} />
            <Foreign text={branch} className="cut" />
          </span>
        )}
        {completed.isMissing && <span className="nb st-failed t1">no such folder</span>}
        <PickButton onPick={onChange} />
        <Icon name="chev-down" size={14} className="f3" />
      </div>
      {isOpen && choices.length > 0 && <Choices id={listId} choices={choices} at={at} onTake={take} />}
    </div>
  )
}

function step(at: number, by: number, count: number): number {
  return count === 0 ? -1 : (Math.max(at, by > 0 ? -1 : 0) + by + count) % count
}

/** The keyboard walks further than the list is high. */
function intoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}

interface ChoicesProps {
  readonly id: string
  readonly choices: readonly FolderChoice[]
  readonly at: number
  readonly onTake: (choice: FolderChoice) => void
}

function Choices({ id, choices, at, onTake }: ChoicesProps) {
  return (
    <div className="folder-choices" role="listbox" id={id} aria-label="Folders">
      {choices.map((choice, index) => (
        <div
          key={choice.folder}
          ref={index === at ? intoView : undefined}
          id={`${id}${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={index === at ? 'folder-choice on' : 'folder-choice'}
          // Before the field loses the focus and the list with it.
          onPointerDown={(event) => {
            event.preventDefault()
            onTake(choice)
          }}
        >
          <Icon name={choice.recent ? 'clock' : 'reveal'} size={12} />
          <Foreign text={choice.folder} className="mono cut grow" />
          {choice.recent?.branch != null && (
            <span className="row f3">
              <Icon name="branch" size={12} />
              <Foreign text={choice.recent.branch} />
            </span>
          )}
        </div>
      ))}
    </div>
  )
}

function PickButton({ onPick }: { readonly onPick: (folder: string) => void }) {
  const canChoose = useClient(({ connection }) => connection.kind === 'open' && connection.shell.can.chooseFolder)
  const [failure, setFailure] = useState<string | null>(null)
  if (!canChoose) return null
  const pick = (): void =>
    void callEngine('chooseFolder', { title: 'Folder of the new run' }).then(
      ({ folder }) => folder !== null && onPick(folder),
      (error: unknown) => setFailure(faultOf(error).message),
    )
  return (
    <button type="button" className="btn small" onClick={pick}>
      {failure ?? 'Browse …'}
    </button>
  )
}

interface Completed {
  readonly folders: readonly string[]
  readonly isMissing: boolean
}

/** What the disk has below what was typed. Without an answer a path can still be typed; whether it is there is said by the plan. */
function useCompleted(folder: string): Completed {
  const { value, isOld } = useLatest(folder, () => callEngine('completeFolder', { text: folder }))
  if (!value || isOld) return { folders: value?.folders ?? [], isMissing: false }
  return { folders: value.folders, isMissing: !value.exists && value.folders.length === 0 }
}
