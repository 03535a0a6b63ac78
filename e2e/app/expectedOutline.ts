import { phaseWord } from '../../src/shared/phaseWord'
import type { Phase } from '../../src/shared/views'
import type { ExpectedRun, Recording } from '../../test/harness/recordings'
import type { OutlineLine } from './pages/Tree'

/** The run of a recording that has agents, as its truth says. */
export function mainRun(recording: Recording): ExpectedRun {
  const run = recording.runs.find(({ agents }) => agents.length > 1)
  if (!run) throw new Error(`${recording.name} has no run with agents`)
  return run
}

/** What the tree must show of a recording when it has ended: every agent under its parent, with its type and phase. */
export function expectedOutline(recording: Recording): OutlineLine[] {
  const { agents } = mainRun(recording)
  const shown = agents.filter((agent) => agent.depth !== 0 && !agent.hidden && !agent.optional && agent.description)
  return shown.map(({ description = '', parentId, phase, type }) => {
    const parent = agents.find(({ id, depth }) => id !== null && id === parentId && depth !== 0)
    const words = [...(typeof type === 'string' ? [type] : []), ...(phase ? [phaseWord(phase as Phase)] : [])]
    return { description, parent: parent?.description ?? null, words }
  })
}
