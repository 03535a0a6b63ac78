import { expect, it } from 'vitest'
import { runCommand } from '../../testing/runCommand'

const since = new Date(2026, 10, 18, 14, 2, 7).toISOString()
const channels = [
  {
    provider: 'opencode',
    name: 'http://127.0.0.1:4096',
    state: 'connected',
    version: '1.18.34',
    since,
    retryAt: null,
    note: null,
  },
  {
    provider: 'codex',
    name: '/home/dev/.codex/c.sock',
    state: 'down',
    version: null,
    since,
    retryAt: since,
    note: 'nobody listens',
  },
] as const
const limits = [
  {
    provider: 'opencode',
    text: 'What a session waits for is seen only where one of its servers can be heard, and no server is.',
  },
  { provider: 'codex', text: 'c.sock: nobody listens' },
]

it('names servers with their state, and what cannot be seen, in whole sentences', async () => {
  const { out } = await runCommand(['doctor'], { report: { channels, limits } }, { columns: 80 })
  expect(out).toContain('  opencode  http://127.0.0.1:4096  1.18.34, connected since 1')
  expect(out).toContain('  codex     ~/.codex/c.sock  down since 14:02:07, next try at ')
  expect(out.replace(/\s+/g, ' ')).toContain(limits[0]?.text)
  expect(out).toContain('\n            ')
  expect(out.split('\n').every((line) => line.length <= 80)).toBe(true)
})
