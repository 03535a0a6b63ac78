import { describe, expect, it } from 'vitest'
import { launchOf } from './launchOf'

describe('a command that starts a session of another product', () => {
  it.each([
    ['codex exec "fix the test"', 'codex'],
    ['cd /work && codex exec --json "x"', 'codex'],
    ['CODEX_HOME=/tmp/x codex exec x', 'codex'],
    ['timeout 60 /usr/local/bin/codex --yolo exec x', 'codex'],
    ['Bash: codex exec x', 'codex'],
    ['npx codex e x', 'codex'],
    ['out=$(opencode run "x")', 'opencode'],
    ['opencode run --format json hi', 'opencode'],
    ['claude -p "say hi"', 'claude'],
    ['claude --model x --print hi', 'claude'],
  ])('%s', (command, provider) => {
    expect(launchOf(command)).toBe(provider)
  })

  it.each([
    'codex --version',
    'codex resume',
    'opencode serve',
    'opencode runner',
    'claude mcp list',
    'echo codex exec',
    'grep -r "opencode run" .',
    'ls claude -print',
    'cat codex/exec',
  ])('%s starts none', (command) => {
    expect(launchOf(command)).toBeNull()
  })
})
