import './Limits.css'
import { useState } from 'react'
import type { Budget } from '../../../shared/drive/budget'
import { formatCount } from '../../../shared/formatCount'
import type { AgentKey, RunUri } from '../../../shared/ids'
import { Dialog } from '../../controls/Dialog'
import { Icon } from '../../controls/Icon'
import { useIsShown } from '../../controls/useIsShown'
import { useAnswer } from '../../inspector/useAnswer'
import { agentName } from '../../store/agentName'
import { callEngine, faultOf } from '../../store/client'
import { agentNow } from '../../store/forest'
import { commandKey } from '../../window/commandKey'
import { isGo } from '../isGo'
import { useDrive } from '../useDrive'
import { breachWords, isUnlimited, type LimitName, limitFields, parseLimit } from './limitFields'
import { openLimits, useLimits } from './openLimits'

const close = (): void => openLimits(null)

/** How much an agent and all below it may take. */
export function LimitsDialog() {
  const of = useLimits((state) => state.of)
  return of && <Limits run={of.run} agent={of.key} key={`${of.run} ${of.key}`} />
}

interface LimitsProps {
  readonly run: RunUri
  readonly agent: AgentKey | null
}

function Limits({ run, agent }: LimitsProps) {
  const answer = useAnswer(`${run}`, (signal) => callEngine('listBudgets', { run }, signal))
  const view = agent === null ? undefined : agentNow(agent)
  const title = view ? `Limits of ${agentName(view)}` : 'Limits of the run'
  // It comes in no time: a dialog that says so would only be seen giving way to this one.
  if (answer.kind === 'asking') return null
  if (answer.kind === 'failed') {
    return (
      <Dialog title={title} width={460} onClose={close}>
        <p className="st-failed">{answer.fault.message}</p>
      </Dialog>
    )
  }
  const known = answer.value.find(({ key }) => key === agent)
  return <LimitsForm title={title} known={known ?? emptyBudget(run, agent)} isNew={known === undefined} />
}

function emptyBudget(run: RunUri, key: AgentKey | null): Budget {
  return { run, key, tokens: null, dollars: null, agents: null, depth: null, minutes: null, silence: null, isStopping: false }
}

type Texts = Readonly<Record<LimitName, string>>

function textsOf(budget: Budget): Texts {
  const text = (name: LimitName): string => (budget[name] === null ? '' : String(budget[name]))
  return {
    tokens: text('tokens'),
    dollars: text('dollars'),
    agents: text('agents'),
    depth: text('depth'),
    minutes: text('minutes'),
    silence: text('silence'),
  }
}

interface LimitsFormProps {
  readonly title: string
  readonly known: Budget
  readonly isNew: boolean
}

function LimitsForm({ title, known, isNew }: LimitsFormProps) {
  const [texts, setTexts] = useState(() => textsOf(known))
  const [isStopping, setStopping] = useState(known.isStopping)
  const [failure, setFailure] = useState<string | null>(null)
  const isShown = useIsShown()
  const save = (budget: Budget): void =>
    void callEngine('setBudget', budget).then(
      () => isShown() && close(),
      (error: unknown) => setFailure(faultOf(error).message),
    )
  const read = readTexts(texts, { ...known, isStopping })
  const foot = (
    <>
      {!isNew && (
        <button type="button" className="btn quiet" onClick={() => save({ ...emptyBudget(known.run, known.key) })}>
          Take them away
        </button>
      )}
      <span className="grow" />
      <button type="button" className="btn" onClick={close}>
        Cancel
      </button>
      <button type="button" className="btn primary" aria-disabled={read === null || undefined} onClick={() => read && save(read)}>
        Set limits <span className="kbd">{commandKey('Enter')}</span>
      </button>
    </>
  )
  return (
    <Dialog title={title} width={460} onClose={close} footer={foot} onKey={(event) => isGo(event) && read && save(read)}>
      <p className="f2">For it and everything below it. Empty: no limit.</p>
      <div className="limit-fields">
        {limitFields.map(({ name, label, unit, isWhole }, at) => {
          const parsed = parseLimit(texts[name], isWhole)
          const problem = typeof parsed === 'object' && parsed !== null ? parsed.problem : null
          return (
            <label className="limit-field" key={name}>
              <span className="f2">{label}</span>
              <span className="input">
                <input
                  inputMode="decimal"
                  value={texts[name]}
                  placeholder="no limit"
                  aria-invalid={problem !== null}
                  {...(at === 0 ? { 'data-first-focus': '' } : {})}
                  onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
                />
                <span className="f3">
                  {typeof parsed === 'number' && parsed >= 1000 ? `${formatCount(parsed)} ${unit}` : unit}
                </span>
              </span>
              <span className="st-failed t1">{problem}</span>
            </label>
          )
        })}
      </div>
      <label className="big-radio">
        <input type="checkbox" checked={isStopping} onChange={({ target }) => setStopping(target.checked)} />
        <span>
          <span className="f1">Stop it when a limit is passed</span>
          <span className="f3">only what was started here; of everything else you are told</span>
        </span>
      </label>
      <Breaches run={known.run} agent={known.key} />
      {failure !== null && (
        <p className="st-failed" role="alert">
          {failure}
        </p>
      )}
    </Dialog>
  )
}

/** Null: something that was typed is no number. */
function readTexts(texts: Texts, budget: Budget): Budget | null {
  const parsed = limitFields.map(({ name, isWhole }) => [name, parseLimit(texts[name], isWhole)] as const)
  if (parsed.some(([, value]) => typeof value === 'object' && value !== null)) return null
  // The check above leaves numbers and nothing.
  const next = { ...budget, ...(Object.fromEntries(parsed) as Record<LimitName, number | null>) }
  return isUnlimited(next) ? { ...next, isStopping: false } : next
}

function Breaches({ run, agent }: LimitsProps) {
  const breaches = useDrive((drive) => drive.breaches)
  const own = breaches.filter((breach) => breach.run === run && breach.key === agent)
  if (own.length === 0) return null
  return (
    <ul className="limit-breaches">
      {own.map((breach) => (
        <li key={breach.limit} className="row">
          <Icon name="warn" size={14} className="st-waiting" />
          {breachWords(breach)}
        </li>
      ))}
    </ul>
  )
}
