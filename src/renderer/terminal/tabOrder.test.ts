import { expect, it } from 'vitest'
import { LaunchId } from '../../shared/drive/launch'
import { tabOrder } from './tabOrder'

const launch = (id: string, started: string, way: 'terminal' | 'headless' = 'terminal') => ({
  id: LaunchId.parse(id),
  started,
  way,
})

it('a new terminal comes last, whatever order they are told in', () => {
  const told = [
    launch('c', '2027-01-01T00:00:03.000Z'),
    launch('h', '2027-01-01T00:00:02.000Z', 'headless'),
    launch('b', '2027-01-01T00:00:01.000Z'),
    launch('a', '2027-01-01T00:00:01.000Z'),
  ]
  expect(tabOrder(told).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})
