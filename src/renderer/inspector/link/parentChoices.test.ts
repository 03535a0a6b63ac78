import { expect, it } from 'vitest'
import { AgentKey } from '../../../shared/ids'
import { noUsage } from '../../../shared/totalTokens'
import type { AgentView } from '../../../shared/views'
import { parentChoices } from './parentChoices'

function agent(key: string, more: Partial<AgentView> = {}): AgentView {
  return {
    key: AgentKey.parse(key),
    id: key,
    uri: null,
    parent: AgentKey.parse('root'),
    number: 1,
    depth: 1,
    call: null,
    callName: null,
    calls: [],
    type: key,
    name: null,
    description: null,
    prompt: null,
    model: null,
    background: false,
    hidden: null,
    status: 'running',
    status_source: 'inferred',
    phase: 'running',
    waitingFor: null,
    activity: null,
    error: null,
    link: { evidence: 'none', ambiguous: false, note: '' },
    started: null,
    updated: null,
    ended: null,
    durationMs: null,
    tools: 0,
    messages: 0,
    errors: 0,
    usage: { own: noUsage, total: noUsage },
    cost: { own: null, total: null },
    context: { tokens: 0, limit: null },
    source: null,
    ...more,
  }
}

it('offers calls without an agent first, never the agent itself, and narrows by a text', () => {
  const agents = [
    agent('root', { parent: null, depth: 0, number: 0 }),
    agent('Explore'),
    agent('lost', { parent: null }),
    agent('toolu_1', { id: null, call: 'toolu_1', type: 'Plan', description: 'Design it' }),
    agent('warm', { hidden: 'warmup' }),
  ]
  const choices = parentChoices(agents, AgentKey.parse('lost'), '')
  expect(choices.map(({ parent, call }) => [parent, call])).toEqual([
    ['root', 'toolu_1'],
    ['root', null],
    ['Explore', null],
  ])
  expect(parentChoices(agents, AgentKey.parse('lost'), 'design').map(({ id }) => id)).toEqual(['toolu_1'])
})
