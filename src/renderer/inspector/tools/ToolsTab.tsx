import './ToolsTab.css'
import { useState } from 'react'
import { formatExact } from '../../../shared/formatCount'
import { formatDuration } from '../../../shared/formatDuration'
import type { AgentKey, RunUri } from '../../../shared/ids'
import type { ToolRow, ToolTable } from '../../../shared/transcriptParts'
import { Foreign } from '../../controls/Foreign'
import { Icon } from '../../controls/Icon'
import { callEngine } from '../../store/client'
import { useAgent } from '../../store/forest'
import { Said } from '../Said'
import { showItem } from '../showItem'
import { toolIcon, toolKind } from '../tool/toolKind'
import { useAnswer } from '../useAnswer'

export function ToolsTab({ run, agent }: { readonly run: RunUri; readonly agent: AgentKey }) {
  const view = useAgent(agent)
  // Asked anew when a call came or was answered.
  const question = `${run} ${agent} ${view?.tools} ${view?.errors} ${view?.updated}`
  const answer = useAnswer(question, (signal) => callEngine('readTools', { run, key: agent }, signal))
  if (answer.kind === 'asking') return <Said title="Counting the tools …" />
  if (answer.kind === 'failed') return <Said title="The tools cannot be counted" text={answer.fault.message} />
  return (
    <div className="insp-body tools-tab">
      {answer.value.rows.length === 0 ? <p className="f3">No tool was called.</p> : <Table table={answer.value} />}
      <Rules table={answer.value} />
    </div>
  )
}

function Table({ table }: { readonly table: ToolTable }) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <table className="tools-table">
      <thead>
        <tr>
          <th scope="col">tool</th>
          <th scope="col">calls</th>
          <th scope="col">errors</th>
          <th scope="col">time</th>
        </tr>
      </thead>
      {table.rows.map((row) => (
        <ToolEntry
          key={row.name}
          row={row}
          isOpen={open === row.name}
          onToggle={() => setOpen(open === row.name ? null : row.name)}
        />
      ))}
    </table>
  )
}

interface ToolEntryProps {
  readonly row: ToolRow
  readonly isOpen: boolean
  readonly onToggle: () => void
}

const mostShown = 300

function ToolEntry({ row, isOpen, onToggle }: ToolEntryProps) {
  return (
    <tbody>
      <tr>
        <th scope="row">
          <button type="button" className="tools-name" aria-expanded={isOpen} onClick={onToggle}>
            <Icon name={toolIcon(row.name)} size={14} />
            <Foreign className="cut" text={row.name} />
            <Icon name={isOpen ? 'chev-up' : 'chev-down'} size={12} />
          </button>
        </th>
        <td>
          {formatExact(row.count)}
          {row.running > 0 && <span className="st-running"> · {row.running} running</span>}
        </td>
        <td className={row.errors > 0 ? 'st-failed' : 'f3'}>{formatExact(row.errors)}</td>
        <td>{row.durationMs === null ? '–' : formatDuration(row.durationMs)}</td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={4} className="tools-items">
            {row.items.slice(0, mostShown).map((n) => (
              <button type="button" className="chip" key={n} onClick={() => showItem(n)}>
                item {formatExact(n + 1)}
              </button>
            ))}
            {row.items.length > mostShown && <span className="f3"> {formatExact(row.items.length - mostShown)} more</span>}
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** What the agent may and may not use, as far as it was recorded. */
function Rules({ table: { allowed, denied, permissionMode } }: { readonly table: ToolTable }) {
  const cannotSpawn = (allowed !== null && !allowed.some(isAny) && !allowed.some(spawns)) || (denied?.some(spawns) ?? false)
  return (
    <dl className="tools-rules">
      {cannotSpawn && (
        <div>
          <dt>sub-agents</dt>
          <dd>cannot spawn</dd>
        </div>
      )}
      <Rule name="allowed" tools={allowed} />
      <Rule name="denied" tools={denied} />
      <div>
        <dt>permission mode</dt>
        <dd>{permissionMode === null ? <span className="f3">not recorded</span> : <Foreign text={permissionMode} />}</dd>
      </div>
    </dl>
  )
}

function isAny(tool: string): boolean {
  return tool === '*'
}

/** Rules may name what a tool may be used for: `Task(Explore)`. */
function spawns(tool: string): boolean {
  const name = tool.split('(')[0] ?? ''
  return toolKind(name) === 'agent' && !/message|wait|output/i.test(name)
}

function Rule({ name, tools }: { readonly name: string; readonly tools: readonly string[] | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {tools === null && <span className="f3">not recorded</span>}
        {tools?.length === 0 && <span className="f3">none</span>}
        {tools?.map((tool) => (
          <span className="chip" key={tool}>
            <Foreign text={tool} />
          </span>
        ))}
      </dd>
    </div>
  )
}
