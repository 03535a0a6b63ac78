import { expect, it } from 'vitest'
import { addressIn, hashFor } from './addressIn'

it('an address comes back as it was', () => {
  for (const address of ['p://a-b/c', 'p://a%2Fb', 'p://ä #x']) expect(addressIn(hashFor(address))).toBe(address)
  expect(hashFor('p://a/b')).toBe('#p://a/b')
})

it('anything else is no address', () => {
  expect(['', '#', '#settings', '#%E0%A4%A://', `#p://${'x'.repeat(5000)}`].map(addressIn)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})
