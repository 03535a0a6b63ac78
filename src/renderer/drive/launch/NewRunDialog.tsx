import './LaunchDialog.css'
import { useEffect, useState } from 'react'
import type { LaunchId } from '../../../shared/drive/launch'
import { Dialog } from '../../controls/Dialog'
import { Icon } from '../../controls/Icon'
import { useIsShown } from '../../controls/useIsShown'
import { useUi } from '../../store/ui'
import { commandKey } from '../../window/commandKey'
import { useRow } from '../../window/useRow'
import { awaitLaunch, type Whereabouts } from '../awaitLaunch'
import { isGo } from '../isGo'
import { ChoiceFields } from './ChoiceFields'
import { FolderField } from './FolderField'
import { firstForm, inFolder, type LaunchForm, missingOf, wishOf, withProvider } from './launchForm'
import { noteStarted, useNewRun } from './openNewRun'
import { PlanView } from './PlanView'
import { PromptField } from './PromptField'
import { ProviderTiles } from './ProviderTiles'
import { RefusalBox } from './RefusalBox'
import { useLaunchables } from './useLaunchables'
import { usePlan } from './usePlan'
import { type Start, useStart } from './useStart'
import { WayChoice } from './WayChoice'

const close = (): void => useUi.setState({ overlay: null })

/** From a prompt to a run: what, where, how, and exactly what that means. */
export function NewRunDialog() {
  const form = useNewRun((state) => state.form)
  const { programs, recent, fault, lookAgain } = useLaunchables(form.folder)
  const change = (some: Partial<LaunchForm>): void => useNewRun.setState(({ form: before }) => ({ form: { ...before, ...some } }))
  useFirstChoices(programs, recent)
  const program = programs?.find(({ provider }) => provider === form.provider) ?? null
  const wish = wishOf(form, null)
  const planned = usePlan(wish, 'new-run-plan')
  const isLooking = programs === null || (form.provider === null && programs.some(({ isSlow }) => isSlow))
  const missing = isLooking ? 'Looking what can be started …' : missingOf(form, null)
  const isShown = useIsShown()
  const onStarted = (launch: LaunchId, from: Whereabouts): void => {
    noteStarted(launch, form)
    // Whoever closed the dialog while it was starting may have opened another.
    if (isShown()) close()
    awaitLaunch(launch, from)
  }
  const start = useStart({ draft: 'new-run', wish, planned, missing, onStarted })
  // A folder may be chosen in a window of the system, while something else is written here.
  const toFolder = (folder: string): void =>
    useNewRun.setState(({ form: before }) => ({ form: inFolder(before, folder, recent ?? [], programs ?? []) }))
  return (
    <Dialog
      title="New run"
      width={660}
      onClose={close}
      onKey={(event) => isGo(event) && start.go()}
      footer={<Foot start={start} isRefused={planned.refusal !== null} />}
    >
      <div className="launch-form">
        {fault !== null && <RefusalBox refusal={{ message: fault, advice: null, command: null }} />}
        <ProviderTiles
          programs={programs ?? []}
          chosen={form.provider}
          onLook={lookAgain}
          onChoose={(chosen) => change(withProvider(form, chosen))}
        />
        <FolderField folder={form.folder} recent={recent ?? []} onChange={toFolder} />
        <PromptField
          label="Prompt"
          text={form.prompt}
          rows={5}
          isFirst
          placeholder={form.way === 'terminal' ? 'What it is to do. Empty: its interface opens and waits.' : 'What it is to do'}
          onChange={(prompt) => change({ prompt })}
        />
        <ChoiceFields form={form} program={program} onChange={change} />
        <WayChoice way={form.way} ways={program?.ways ?? ['headless', 'terminal']} onChange={(way) => change({ way })} />
        <ExtraField extra={form.extra} onChange={(extra) => change({ extra })} />
        <PlanView planned={planned} missing={missing} />
        {start.refusal !== null && planned.refusal === null && <RefusalBox refusal={start.refusal} />}
      </div>
    </Dialog>
  )
}

/** Where the person is, and what was chosen there the last time; never over what they have chosen themselves. */
function useFirstChoices(
  programs: ReturnType<typeof useLaunchables>['programs'],
  recent: ReturnType<typeof useLaunchables>['recent'],
): void {
  const here = useRow()?.cwd ?? null
  useEffect(() => {
    if (!programs || !recent) return
    // A path that is just being written must not change under the hand.
    const isWriting = document.activeElement?.matches('.folder-field input') === true
    useNewRun.setState(({ form, guess }) => {
      const first = firstForm(form, { programs, recent, here: isWriting ? form.folder : here, guess: isWriting ? null : guess })
      return { form: first, guess: first.folder === form.folder ? guess : first.folder }
    })
  }, [programs, recent, here])
}

function ExtraField({ extra, onChange }: { readonly extra: string; readonly onChange: (extra: string) => void }) {
  const [isOpen, setOpen] = useState(extra !== '')
  if (!isOpen) {
    return (
      <button type="button" className="btn quiet small" onClick={() => setOpen(true)}>
        <Icon name="plus" size={14} /> Extra arguments
      </button>
    )
  }
  return (
    <label className="field">
      <span className="lab">
        Extra arguments <span>one a line; nothing is split or quoted</span>
      </span>
      <span className="input area">
        <textarea
          className="mono"
          rows={Math.min(6, Math.max(2, extra.split('\n').length))}
          spellCheck={false}
          value={extra}
          onChange={({ target }) => onChange(target.value)}
        />
      </span>
    </label>
  )
}

interface FootProps {
  readonly start: Start
  readonly isRefused: boolean
}

function Foot({ start: { hindrance, isStarting, go }, isRefused }: FootProps) {
  return (
    <>
      <span className="grow cut f3">{hindrance}</span>
      <button type="button" className="btn" onClick={close}>
        Cancel
      </button>
      <button
        type="button"
        className="btn primary"
        aria-disabled={hindrance !== null || isRefused || isStarting || undefined}
        aria-description={hindrance ?? undefined}
        onClick={go}
      >
        {isStarting ? 'Starting …' : 'Start run'} <span className="kbd">{commandKey('Enter')}</span>
      </button>
    </>
  )
}
