import { expect, it } from 'vitest'
import { AgentKey, RunUri } from '../../../shared/ids'
import { descendantsOf, originOf } from './descendantsOf'

const uri = (name: string) => RunUri.parse(`p://${name}`)
const row = (name: string, forkedFrom: string | null = null) => ({ uri: uri(name), forkedFrom })
const mapOf = (...rows: readonly ReturnType<typeof row>[]) => new Map(rows.map((one) => [one.uri, one]))
const launch = (name: string, from: string) => ({ run: uri(name), origin: { run: uri(from), key: null, how: 'fork' } })

it('finds both ends of what goes on from a run or an agent of it', () => {
  const rows = mapOf(row('1'), row('2', 'p://1'), row('3', 'p://1/agent'), row('4', 'p://12'), row('5'))
  expect(descendantsOf(uri('1'), rows, [launch('5', '1')]).map((one) => one.uri)).toEqual(['p://2', 'p://3', 'p://5'])
  expect([originOf(row('2', 'p://1'), []), originOf(row('5'), [launch('5', '1')]), originOf(row('1'), [])]).toEqual([
    'p://1',
    'p://1',
    null,
  ])
})

it('leads to the agent that was gone on from, before the records say so', () => {
  const origin = { run: uri('1'), key: AgentKey.parse('a b'), how: 'render' }
  expect(originOf(row('2'), [{ run: uri('2'), origin }])).toBe('p://1/a%20b')
})

it('a run that was resumed does not go on from itself', () => {
  expect(originOf(row('1'), [launch('1', '1')])).toBeNull()
  expect(descendantsOf(uri('1'), mapOf(row('1')), [launch('1', '1')])).toEqual([])
})
