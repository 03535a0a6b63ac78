import { expect, it } from 'vitest'
import { agentLabel } from './agentLabel'
import { AgentKey, ProviderId } from './ids'

const agent = { type: null, name: null, number: 2, parent: AgentKey.parse('k'), depth: 1, uri: 'p://run/a1' }

it('an agent is called by its type, else by its name', () => {
  expect(agentLabel({ ...agent, type: 'Explore', name: 'Kuhn' })).toBe('Explore #2')
  expect(agentLabel({ ...agent, name: 'Kuhn' })).toBe('Kuhn #2')
  expect(agentLabel(agent)).toBe('agent #2')
  expect(agentLabel({ ...agent, number: 0 })).toBe('agent')
  expect(agentLabel({ ...agent, parent: null, depth: 0 })).toBe('main')
})

it('a session of another product bears the name of that product; an agent of it does not', () => {
  const guest = { ...agent, provider: ProviderId.parse('q'), uri: 'q://run' }
  expect(agentLabel(guest)).toBe('q #2')
  expect(agentLabel(guest, (id) => id.toUpperCase())).toBe('Q #2')
  expect(agentLabel({ ...guest, uri: 'q://run/a1' })).toBe('agent #2')
})
