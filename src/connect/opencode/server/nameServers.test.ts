import { expect, test } from 'vitest'
import { basicAuthorization, isOnlyNamed, nameServers, wrongEntries } from './nameServers'

test('servers as people write them, each once, without their passwords in the name', () => {
  const common = basicAuthorization('me', 'word')
  expect(
    nameServers(
      ' http://localhost:4096/path, 127.0.0.1:4096,box.local:80,https://a:p%40ss@far.example , nonsense://x,,:',
      common,
    ),
  ).toEqual([
    { url: 'http://127.0.0.1:4096', authorization: common },
    { url: 'http://box.local', authorization: common },
    { url: 'https://far.example', authorization: `Basic ${btoa('a:p@ss')}` },
  ])
  expect(nameServers(undefined, null)).toEqual([])
  expect(nameServers('http://a:%E0%@b:1', null)).toEqual([{ url: 'http://b:1', authorization: `Basic ${btoa('a:%E0%')}` }])
})

test('the user of a password is the product’s own unless said otherwise', () => {
  expect(basicAuthorization('', 'word')).toBe(`Basic ${btoa('opencode:word')}`)
  expect(basicAuthorization('me', '')).toBeNull()
})

test('entries that are no URL are counted, never repeated', () => {
  expect(wrongEntries('127.0.0.1:4096,, http://me:secret@:x,nonsense://x')).toEqual([3, 4])
  expect(wrongEntries(undefined)).toEqual([])
})

test('"only" is a word and no server', () => {
  expect([undefined, '', 'box:80', 'only', 'box:80, only'].map(isOnlyNamed)).toEqual([false, false, false, true, true])
  expect(nameServers('only,box:80', null).map(({ url }) => url)).toEqual(['http://box'])
  expect(wrongEntries('only, :')).toEqual([2])
})
