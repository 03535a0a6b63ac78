import { expect, test } from 'vitest'
import type { AgentView, TreeView } from '../shared/views'
import { resolveAgent } from './resolveAgent'

test('an agent without words of its own is known by its call, or only by what others say of it', () => {
  const agents = [{ id: 'main', key: 'main' }, lost('a', 'call_1'), lost('b', null)]
  const tree = { uri: 'codex://run', agents, unplaced: [] } as unknown as TreeView // Nothing else of it is asked.
  const message = (id: string): string | undefined => {
    const found = resolveAgent(tree, id, () => null)
    return found.ok ? undefined : found.failure.message
  }
  expect(message('a')).toBe('agent a is known only by the call call_1: no transcript of it was found below codex://run')
  expect(message('b')).toBe('agent b is known only by what others say of it: no transcript of it was found below codex://run')
})

function lost(id: string, call: string | null): Pick<AgentView, 'id' | 'call' | 'source'> & { key: string; parent: string } {
  return { id, key: id, call, source: null, parent: 'main' }
}
