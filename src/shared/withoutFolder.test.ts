import { expect, it } from 'vitest'
import { withoutFolder } from './withoutFolder'

it.each([
  ['/home/dev/acme/src/server.js', '/home/dev/acme', 'src/server.js'],
  ['Read /home/dev/acme/a.ts', '/home/dev/acme', 'Read a.ts'],
  ['diff /home/dev/acme/a /home/dev/acme/b', '/home/dev/acme/', 'diff a b'],
  ['C:\\work\\acme\\src\\a.ts', 'C:\\work\\acme', 'src\\a.ts'],
  ['/mnt/home/dev/acme/a.ts', '/home/dev/acme', '/mnt/home/dev/acme/a.ts'],
  ['/home/dev/acme-old/a.ts', '/home/dev/acme', '/home/dev/acme-old/a.ts'],
  ['cd /home/dev/acme && ls', '/home/dev/acme', 'cd /home/dev/acme && ls'],
  ['/etc/hosts', '/', '/etc/hosts'],
  ['/home/dev/acme/a.ts', null, '/home/dev/acme/a.ts'],
])('%j in %j is written %j', (text, folder, written) => {
  expect(withoutFolder(text, folder)).toBe(written)
})
