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

it('says how often a server has only said that it is there', async () => {
  const beating = [{ ...channels[0], beats: { count: 12, last: since } }]
  const { out } = await runCommand(['doctor'], { report: { channels: beating } }, { columns: 160 })
  expect(out).toContain('connected since 14:02:07, 12 heartbeats, the last at 14:02:07')
})

it('names the keeper, what it holds, and what is too old to be started', async () => {
  const launch = {
    provider: 'claude',
    run: 'claude://abc',
    folder: '/home/dev/acme',
    pid: 77,
    since,
    isHeld: true,
    isPaused: false,
  }
  const driving = {
    keeper: { state: 'silent', pid: 7, note: 'The keeper of what was launched (process 7) does not answer.' },
    launches: [
      { ...launch, isKept: true },
      { ...launch, run: null, provider: 'opencode serve', isKept: false, isHeld: false, isPaused: true },
    ],
    tooOld: [{ provider: 'claude', version: '1.0.3', oldest: '1.0.60' }],
  } as const
  const { out } = await runCommand(['doctor'], { report: { driving } }, { columns: 160 })
  expect(out).toContain('keeper  process 7 does not answer')
  expect(out).toContain('claude://abc  ~/acme  process 77, since 14:02:07, goes on without us')
  expect(out).toContain('opencode serve  ~/acme  process 77, since 14:02:07, paused, nobody holds its input')
  expect(out).toContain('1.0.3 is watched, but too old to be started from here: 1.0.60 or newer is needed.')
  const quiet = await runCommand(['doctor'], {}, { columns: 160 })
  expect(quiet.out).not.toContain('Started from here')
})

it('counts the places that are remembered, and is silent where there are none', async () => {
  const path = '/home/dev/.local/state/understory/children.json'
  const said = async (children: number, note: string | null): Promise<string> =>
    (await runCommand(['doctor'], { report: { remembered: { path, children, note } } }, { columns: 160 })).out
  expect(await said(2, null)).toContain('remembered  2 places of agents that only servers tell of, in ~/.local/state/understory')
  expect(await said(0, 'it cannot be understood')).toContain('children.json · it cannot be understood')
  expect(await said(0, null)).not.toContain('remembered')
})
