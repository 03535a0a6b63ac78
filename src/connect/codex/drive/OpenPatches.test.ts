import { expect, it } from 'vitest'
import { WireFold } from './WireFold'
import { readWireLine, type WireLine } from './wireLine'

function line(value: unknown): WireLine {
  const read = readWireLine(JSON.stringify(value))
  if (!read) throw new Error('no line of the protocol')
  return read
}

const ROOT = '019a-root'

const patchOf = (item: string, threadId = ROOT, method = 'item/started') => {
  const changes = [{ path: `${item}.ts`, diff: '+new' }]
  return line({ method, params: { threadId, turnId: 't1', item: { id: item, type: 'fileChange', changes } } })
}
const patching = (id: number, itemId: string, threadId = ROOT) =>
  line({ id, method: 'item/fileChange/requestApproval', params: { threadId, turnId: 't1', itemId, startedAtMs: 5 } })
const details = (...heard: readonly WireLine[]): readonly string[] => {
  const fold = new WireFold(0, null)
  for (const each of heard) fold.hear(each, 1)
  return fold.asks().map(({ detail }) => detail)
}
const ended = line({ method: 'turn/completed', params: { threadId: 'child', turn: { id: 't1', status: 'interrupted' } } })
const UNKNOWN = expect.stringContaining('has not said')
const over = (item: string) => patchOf(item, ROOT, 'item/completed')

it('approvals keep the patch that they showed when its item is over, whichever of them was told first', () => {
  expect(details(patchOf('f'), patching(3, 'f'), over('f'))).toEqual(['f.ts\n+new'])
  expect(details(patching(3, 'f'), patchOf('f'), over('f'))).toEqual(['f.ts\n+new'])
})

it('approvals show no patch of an item that is over, with its turn or alone: it is no longer kept', () => {
  expect(details(patchOf('f'), patchOf('g'), over('f'), patching(3, 'f'), patching(4, 'g'))).toEqual([UNKNOWN, 'g.ts\n+new'])
  const both = [patchOf('f'), patchOf('c', 'child'), ended]
  expect(details(...both, patching(3, 'f'), patching(4, 'c', 'child'))).toEqual(['f.ts\n+new', UNKNOWN])
  const closed = line({ method: 'thread/closed', params: { threadId: 'child' } })
  expect(details(patchOf('c', 'child'), closed, patching(4, 'c', 'child'))).toEqual([UNKNOWN])
})
