import { inOrder } from '../inOrder'
import './FactsTab.css'
import type { AgentKey, RunUri } from '../../../shared/ids'
import { oneLine } from '../../../shared/neutraliseText'
import type { Problem } from '../../../shared/views'
import { callEngine } from '../../store/client'
import { useAgent, useForest } from '../../store/forest'
import { CopyIcon } from '../CopyIcon'
import { useAnswer } from '../useAnswer'
import { type Fact, type FactGroup, factsOf } from './factsOf'

export function FactsTab({ run, agent }: { readonly run: RunUri; readonly agent: AgentKey }) {
  const view = useAgent(agent)
  const row = useForest((forest) => forest.row)
  const links = useAnswer(`${run} ${agent} ${view?.parent} ${view?.link.note}`, (signal) =>
    callEngine('listLinks', { run, key: agent }, signal),
  )
  const problems = useAnswer(`${run} ${row?.updated}`, (signal) => callEngine('listProblems', { run }, signal))
  const tools = useAnswer(`${run} ${agent} ${view?.source?.path}`, (signal) =>
    callEngine('readTools', { run, key: agent }, signal),
  )
  if (!view) return null
  const link = links.kind === 'there' ? links.value[0] : undefined
  const mode = tools.kind === 'there' ? tools.value.permissionMode : null
  const groups = factsOf({ agent: view, row, link, permissionMode: mode })
  return (
    <div className="insp-body facts-tab">
      {groups.map((group) => (
        <Group key={group.title} group={group} />
      ))}
      {problems.kind === 'there' && problems.value.length > 0 && <Problems problems={problems.value} />}
    </div>
  )
}

function Group({ group: { title, facts } }: { readonly group: FactGroup }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {facts.map((fact) => (
          <FactLine key={fact.name} fact={fact} />
        ))}
      </dl>
    </section>
  )
}

function FactLine({ fact: { name, value, isCode } }: { readonly fact: Fact }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd className={isCode ? 'mono' : undefined}>
        {value === null ? <span className="f3">–</span> : <bdi>{oneLine(value.slice(0, 4000))}</bdi>}
        {value !== null && <CopyIcon text={value} what={name} />}
      </dd>
    </div>
  )
}

const mostShown = 200

function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  return (
    <section aria-label="Problems of the run">
      <h3>Problems of the run</h3>
      <ul className="fact-problems">
        {inOrder(problems.slice(0, mostShown)).map(({ place, value: { code, source, line, message } }) => (
          <li key={place}>
            <span>
              <b>{code}</b> <bdi>{oneLine(message.slice(0, 500))}</bdi>
              <bdi className="mono f3 fact-place">
                {source}
                {line !== null && `:${line}`}
              </bdi>
            </span>
            <CopyIcon text={`${code}\t${source}${line === null ? '' : `:${line}`}\t${message}`} what="problem" />
          </li>
        ))}
      </ul>
      {problems.length > mostShown && <p className="f3">{problems.length - mostShown} more</p>}
    </section>
  )
}
