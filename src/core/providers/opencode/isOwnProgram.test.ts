import { expect, it } from 'vitest'
import { isOwnProgram } from './isOwnProgram'

it.each([
  ['opencode', true],
  ['/home/dev/.opencode/bin/opencode -s ses_1', true],
  ['node /usr/lib/node_modules/opencode-ai/bin/opencode run --format json go', true],
  ['opencode --port 4096', true],
  ['opencode serve --port 0', true],
  ['opencode acp', true],
  ['opencode web', true],
  ['opencode.exe run go', true],
  ['opencode attach http://127.0.0.1:4096', false],
  ['opencode run --attach http://127.0.0.1:4096 go', false],
  ['opencode session list', false],
  ['opencode db path', false],
  ['vim opencode.json', false],
  ['node server.js', false],
])('%s', (line, isOwn) => {
  expect(isOwnProgram(line.split(' '))).toBe(isOwn)
})
