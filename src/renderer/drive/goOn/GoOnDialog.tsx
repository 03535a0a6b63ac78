import '../launch/LaunchDialog.css'
import './GoOn.css'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LaunchId } from '../../../shared/drive/launch'
import type { LaunchOrigin } from '../../../shared/drive/launchWish'
import type { OfferedAct } from '../../../shared/drive/offeredAct'
import { type AgentKey, ProviderId } from '../../../shared/ids'
import { Dialog } from '../../controls/Dialog'
import { foreignLine } from '../../controls/foreignLine'
import { Icon } from '../../controls/Icon'
import { useIsShown } from '../../controls/useIsShown'
import { runTitle } from '../../runs/runTitle'
import { agentName } from '../../store/agentName'
import { agentNow } from '../../store/forest'
import { useRuns } from '../../store/runs'
import { commandKey } from '../../window/commandKey'
import { actsName, useActs } from '../acts/useActs'
import { awaitLaunch, type Whereabouts } from '../awaitLaunch'
import { isGo } from '../isGo'
import { ChoiceFields } from '../launch/ChoiceFields'
import { emptyForm, type LaunchForm, missingOf, wishOf, withProvider } from '../launch/launchForm'
import { PlanView } from '../launch/PlanView'
import { PromptField } from '../launch/PromptField'
import { ProviderTiles } from '../launch/ProviderTiles'
import { RefusalBox } from '../launch/RefusalBox'
import { useLaunchables } from '../launch/useLaunchables'
import { type Planned, usePlan } from '../launch/usePlan'
import { type Start, useStart } from '../launch/useStart'
import { WayChoice } from '../launch/WayChoice'
import { isOver, launchOfRun } from '../launchOfRun'
import { useDrive } from '../useDrive'
import { ContextText } from './ContextText'
import { CutChoice } from './CutChoice'
import { HowChoice } from './HowChoice'
import { OpenHere } from './OpenHere'
import { type GoOnWish, openGoOn, useGoOn } from './openGoOn'
import { ResumeRefused } from './ResumeRefused'
import { WhatGoesAlong } from './WhatGoesAlong'

const close = (): void => openGoOn(null)

export function GoOnDialog() {
  const wish = useGoOn((state) => state.wish)
  return wish && <GoOn wish={wish} key={JSON.stringify(wish.target)} />
}

function useShowStarted(): (launch: LaunchId, from: Whereabouts) => void {
  const isShown = useIsShown()
  return (launch, from) => {
    if (isShown()) close()
    awaitLaunch(launch, from)
  }
}

/** From what was said to a run that goes on with it: exactly what goes along is shown before anything starts. */
function GoOn({ wish: { act, origin: first, target } }: { readonly wish: GoOnWish }) {
  const [origin, setOrigin] = useState(first)
  const [form, setForm] = useState(() => formOf(first))
  const { programs, fault, lookAgain } = useLaunchables(form.folder)
  const acts = useActs(({ known }) => known.get(actsName(target.run, target.key)))
  const program = programs?.find(({ provider }) => provider === form.provider) ?? null
  const wish = wishOf(form, origin)
  const planned = usePlan(wish, 'go-on-plan')
  const missing = missingOf(form, origin)
  const onStarted = useShowStarted()
  const start = useStart({ draft: 'go-on', wish, planned, missing, onStarted })
  const refusal = start.refusal ?? planned.refusal
  const change = (some: Partial<LaunchForm>): void => setForm((before) => ({ ...before, ...some }))
  const take = (how: LaunchOrigin['how']): void => setOrigin((before) => originFor(how, acts, before))
  useTextInstead(origin, planned, () => take('render'))
  const own = useDrive(({ launches }) => launchOfRun(launches, target.run))
  if (origin.how === 'resume' && refusal?.code === 'live_elsewhere' && own && !isOver(own))
    return <OpenHere launch={own} offers={refusal.offers} onTake={take} onClose={close} />
  if (origin.how === 'resume' && refusal?.code === 'live_elsewhere')
    return (
      <ResumeRefused
        run={target.run}
        refusal={refusal}
        acts={acts ?? []}
        command={act.command}
        hasWords={form.prompt.trim() !== ''}
        onTake={take}
        onClose={close}
      />
    )
  return (
    <Dialog
      title={titleOf(origin.how, target.key, target.run)}
      width={680}
      onClose={close}
      onKey={(event) => isGo(event) && start.go()}
      footer={<Foot start={start} isRefused={planned.refusal !== null} how={origin.how} />}
    >
      <div className="launch-form">
        {fault !== null && <RefusalBox refusal={{ message: fault, advice: null, command: null }} />}
        <HowChoice acts={acts ?? []} how={origin.how} onTake={take} />
        {origin.how === 'render' && programs && (
          <ProviderTiles
            programs={programs}
            chosen={form.provider}
            onLook={lookAgain}
            onChoose={(chosen) => setForm((before) => withProvider(before, chosen))}
          />
        )}
        <WhatGoesAlong origin={origin} planned={planned} isOtherModel={form.model.trim() !== ''} />
        {origin.how !== 'resume' && (
          <CutChoice
            run={target.run}
            agent={target.key}
            at={origin.at}
            onChange={(at) => setOrigin((before) => ({ ...before, at }))}
          />
        )}
        <PromptField
          label="Your message"
          text={form.prompt}
          rows={2}
          isFirst
          placeholder={messageWords(form.way)}
          onChange={(prompt) => change({ prompt })}
        />
        <details className="more-choices">
          <summary>Model, agent, permissions, how it runs</summary>
          <ChoiceFields form={form} program={program} onChange={change} />
          <WayChoice way={form.way} ways={program?.ways ?? ['headless', 'terminal']} onChange={(way) => change({ way })} />
        </details>
        {origin.how !== 'resume' && <ContextText run={target.run} agent={target.key} at={origin.at} />}
        {start.refusal !== null && <RefusalBox refusal={start.refusal} />}
        <PlanView planned={planned} missing={missing} />
      </div>
    </Dialog>
  )
}

/** A cut that the product cannot make leaves the text: taken once for each cut, so that a person can go back and read why. */
function useTextInstead({ how, at }: LaunchOrigin, { refusal, isOld }: Planned, onTake: () => void): void {
  const taken = useRef<number | null>(null)
  const take = useEffectEvent(onTake)
  const isDue = how !== 'render' && at !== null && !isOld && refusal?.offers.includes('render') === true
  useEffect(() => {
    if (!isDue || taken.current === at) return
    taken.current = at
    take()
  }, [isDue, at])
}

function formOf(origin: LaunchOrigin): LaunchForm {
  const row = useRuns.getState().rows.get(origin.run)
  const provider = ProviderId.parse(origin.run.slice(0, origin.run.indexOf('://')))
  return { ...emptyForm, provider, folder: row?.cwd ?? row?.project ?? '' }
}

/** The other way keeps the cut, where a part of it is meant. */
function originFor(how: LaunchOrigin['how'], acts: readonly OfferedAct[] | undefined, before: LaunchOrigin): LaunchOrigin {
  const offered = acts?.find((act) => act.name === how)?.origin
  return { ...(offered ?? before), how: offered?.how ?? how, at: how === 'resume' ? null : before.at }
}

const leads: Readonly<Record<LaunchOrigin['how'], string>> = {
  resume: 'The same conversation goes on, in the same transcript.',
  fork: 'The original is read, never written; the new run is linked to it.',
  continue: 'The original is read, never written; the new run is linked to it.',
  render: 'The original is read, never written; the new run is linked to it.',
  join: 'It goes on where it runs; a terminal here shows it.',
}

function messageWords(way: LaunchForm['way']): string {
  return way === 'terminal'
    ? 'What it is to do next. Empty: its interface opens and waits.'
    : 'What it is to do next. Empty: it waits for your message.'
}

function titleOf(how: LaunchOrigin['how'], key: AgentKey | null, run: LaunchOrigin['run']): string {
  const agent = key === null ? undefined : agentNow(key)
  const row = useRuns.getState().rows.get(run)
  const name = agent ? agentName(agent) : foreignLine(row ? runTitle(row) : run)
  const going = `Continue from ${name}`
  return { resume: `Resume ${name}`, fork: `Fork ${name}`, continue: going, render: going, join: `Join ${name}` }[how]
}

interface FootProps {
  readonly how: LaunchOrigin['how']
  readonly start: Start
  readonly isRefused: boolean
}

function Foot({ how, start: { hindrance, isStarting, go }, isRefused }: FootProps) {
  return (
    <>
      <Icon name="info" size={14} className="f3" />
      <span className="grow cut f3">{hindrance ?? leads[how]}</span>
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
        {isStarting ? 'Starting …' : how === 'resume' ? 'Resume' : 'Start run'} <span className="kbd">{commandKey('Enter')}</span>
      </button>
    </>
  )
}
