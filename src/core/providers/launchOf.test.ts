import { describe, expect, it } from 'vitest'
import { launchBy, launchOf } from './launchOf'

describe('a command that starts a session of another product', () => {
  it.each([
    ['codex exec "fix the test"', 'codex'],
    ['cd /work && codex exec --json "x"', 'codex'],
    ['CODEX_HOME=/tmp/x codex exec x', 'codex'],
    ['timeout 60 /usr/local/bin/codex --yolo exec x', 'codex'],
    ['timeout -k 5 600 codex exec x', 'codex'],
    ['npx codex e x', 'codex'],
    ['npx -y @openai/codex@latest exec x', 'codex'],
    ['pnpm dlx @openai/codex exec x', 'codex'],
    ['codex -m gpt-5.5 exec x', 'codex'],
    ['codex -C /work/other exec x', 'codex'],
    [`codex -c 'model="gpt-5.5"' -c k=v exec x`, 'codex'],
    ['codex --sandbox read-only --model=x exec x', 'codex'],
    ['for i in 1 2; do codex exec "part $i" & done; wait', 'codex'],
    ['for i in 1 2\ndo\n  codex exec "part $i" &\ndone\nwait', 'codex'],
    ['if true; then codex exec x; else ls; fi', 'codex'],
    ['if false; then ls; else codex exec x; fi', 'codex'],
    ['{ codex exec x; } > out.txt 2>&1', 'codex'],
    ['(cd sub; codex exec x)', 'codex'],
    [`bash -c 'codex exec "fix it"'`, 'codex'],
    ['sh -lc "cd /work && codex exec \\"fix it\\""', 'codex'],
    ['set -e\nmkdir -p out\ncodex exec \\\n  --json \\\n  "fix it" > out/a.json', 'codex'],
    ['2>/dev/null codex exec x', 'codex'],
    ['cat prompt.md | codex exec -', 'codex'],
    [`codex exec - <<'EOF'\nopencode run x\nEOF`, 'codex'],
    ['if ! codex exec x; then exit 1; fi', 'codex'],
    ['env -u FOO BAR=1 nohup codex exec x &', 'codex'],
    ['out=$(opencode run "x")', 'opencode'],
    ['echo "it says `opencode run x`"', 'opencode'],
    ['echo "$(opencode run x)"', 'opencode'],
    ['opencode --print-logs --log-level DEBUG run --format json hi', 'opencode'],
    ['opencode run --format json hi', 'opencode'],
    ['claude -p "say hi"', 'claude'],
    ['claude --model x --print hi', 'claude'],
    ['claude --model x --allowedTools "Bash(git log:*)" -p "say hi"', 'claude'],
  ])('%s', (command, provider) => {
    expect(launchOf(command)?.provider).toBe(provider)
  })

  it.each([
    '',
    'codex',
    'codex --version',
    'codex resume',
    'codex exec --help',
    'codex exec -h',
    'codex exec resume --last "go on"',
    'codex exec --json resume 0199 "go on"',
    'codex help exec',
    'codex -m exec',
    'opencode serve',
    'opencode runner',
    'opencode run --help',
    'claude mcp list',
    'claude mcp add -p x',
    'echo codex exec',
    'echo "a; codex exec x"',
    'ls # ; codex exec x',
    'grep -r "opencode run" .',
    `cat > run.sh <<'EOF'\ncodex exec x\nEOF\nls`,
    'git commit -m "codex exec x"',
    'ls claude -print',
    'cat codex/exec',
    'bash run.sh -c "codex exec x"',
    'man codex exec',
  ])('%s starts none', (command) => {
    expect(launchOf(command)).toBeNull()
  })
})

describe('what a command quotes as its prompt', () => {
  it.each([
    ['codex exec "fix the test"', ['fix the test']],
    [`codex exec -c 'model="gpt-5.5"' --json 'fix the test'`, ['fix the test']],
    [`claude -p 'fix the test' --allowedTools "Bash(git log:*)"`, ['fix the test']],
    [`opencode run "fix the first" & opencode run "fix the second"`, ['fix the first', 'fix the second']],
    ['codex exec "fix the test named $NAME"', ['fix the test named']],
    ['codex exec "say \\"hello\\" to it"', ['say "hello" to it']],
    ['codex exec "fix the test that is cu', ['fix the test that is cu']],
    ['codex exec "fix the test that is cu…', ['fix the test that is cu']],
  ])('%s', (command, prompts) => {
    expect(launchOf(command)?.prompts).toEqual(prompts)
  })

  it.each([
    'codex exec go',
    'codex exec "go"',
    'codex exec "$PROMPT"',
    'codex exec "$(cat prompt-of-the-day.md)"',
    'cat prompt.md | codex exec "and this is it"',
    'codex exec - < "a long prompt.md"',
    'codex exec --new-option "its long value" "$PROMPT"',
    'codex exec "fix the first" & codex exec "$SECOND"',
  ])('%s: it may be anything', (command) => {
    expect(launchOf(command)).toEqual({ provider: 'codex', prompts: null })
  })
})

it('looks at the beginning of a long command, in no time', () => {
  const called = { kind: 'tool_called', thread: 'a', call: 'c', label: 'x', at: 1 } as const
  const launched = launchBy(called, `codex exec "${'long '.repeat(10_000)}`)
  expect(launched).toMatchObject({ kind: 'session_launched', call: 'c', provider: 'codex' })
  expect(launched?.kind === 'session_launched' && launched.command.length).toBe(4000)
  for (const hostile of ['$(', '`', '"', "'", '<<', '\\', 'codex -', '(', '{ ', 'A= ', 'bash -c "', 'sh -c '])
    expect(() => launchOf(hostile.repeat(4000))).not.toThrow()
})
