import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { pasteCommand } from './pasteCommand'

it('means the same in a shell that knows nothing of ours', () => {
  const argv = ['sh', '-c', 'printf "%s|" "$PWD" "$A" "$B" "$@"', 'sh', "it's", 'two\nlines\n']
  const command = pasteCommand({ argv, variables: { A: 'a b', B: '$(id)' }, folder: '/' })
  expect(execFileSync('sh', ['-c', command], { cwd: '/tmp', env: {} }).toString()).toBe("/|a b|$(id)|it's|two\nlines\n|")
})

it('plain words stay plain', () => {
  expect(pasteCommand({ argv: ['toy', '--resume', 'a'], variables: {}, folder: null })).toBe('toy --resume a')
})
