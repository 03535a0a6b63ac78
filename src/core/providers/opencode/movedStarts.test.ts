import { expect, it } from 'vitest'
import type { TreeView } from '../../../shared/views'
import { feedSession, type StoreRecord } from '../../../testing/opencodeRecordings'
import { VIEW } from '../../../testing/recordings'
import { newForest, runOf, treeOf } from '../../model/forest'
import type { SourceSpec } from '../../provider'
import { opencode } from './opencode'

const AT = Date.parse('2026-01-01T10:00:00.000Z')

const session = (id: string, parentID: string | null, created: number): StoreRecord => ({
  ...{ kind: 'session', at: created },
  data: { id, parentID, directory: '/home/dev/acme', title: 'Resume', version: '1.0.185', time: { created, updated: created } },
})

const message: StoreRecord = {
  ...{ kind: 'message', at: AT },
  data: { id: 'msg_1', sessionID: 'ses_root', role: 'assistant', agent: 'build', time: { created: AT } },
}

/** The task as the older releases keep it, its start as it says then. */
const task = (status: 'running' | 'completed', start: number, end?: number): StoreRecord => ({
  ...{ kind: 'part', at: start },
  data: {
    ...{ id: 'prt_1', messageID: 'msg_1', sessionID: 'ses_root', type: 'tool', tool: 'task', callID: 'c1' },
    state: {
      ...{ status, input: { description: 'Look', prompt: 'Look', subagent_type: 'explore' }, output: 'seen' },
      ...{ metadata: { sessionId: 'ses_child' }, time: { start, end } },
    },
  },
})

function openRun(): { push(record: StoreRecord): void; tree(): TreeView } {
  const forest = newForest()
  const open = (id: string, agent: string | null) => {
    const spec: SourceSpec = {
      format: 'records',
      role: agent ? 'agent' : 'main',
      run: 'ses_root',
      agent,
      group: null,
      project: '',
    }
    return feedSession(forest, { path: `opencode.db/${id}`, run: 'ses_root', spec })
  }
  const [root, child] = [open('ses_root', null), open('ses_child', 'ses_child')]
  return {
    push: (record) => (record.data['id'] === 'ses_child' ? child : root).push(record),
    tree: () => treeOf(runOf(forest, opencode.id, 'ses_root'), VIEW),
  }
}

it('a task whose start is moved while it runs, and set right at its end, looks the same to who was there from the beginning', () => {
  const before = [session('ses_root', null, AT), session('ses_child', 'ses_root', AT + 697), message]
  const states = [
    task('running', AT + 699),
    task('running', AT + 1600),
    task('running', AT + 2400),
    task('completed', AT + 696, AT + 3100),
  ]
  const live = openRun()
  for (const record of before) live.push(record)
  for (const state of states) {
    live.push(state)
    const late = openRun()
    for (const record of [...before, state]) late.push(record)
    expect(live.tree()).toEqual(late.tree())
  }
  expect(live.tree().agents[1]?.started).toBe(new Date(AT + 696).toISOString())
})
