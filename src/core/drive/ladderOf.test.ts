import { expect, it } from 'vitest'
import { ActName } from '../../shared/drive/offeredAct'
import { RunUri } from '../../shared/ids'
import { type LadderGround, ladderOf } from './ladderOf'
import type { ProductAct } from './productAct'
import { quoteCommand } from './quoteCommand'

const run = RunUri.parse('logtoy://play')
const resume: ProductAct = {
  ...{ name: 'resume', label: 'Resume', reason: null, argv: ['toy', '--resume', 'a b'], how: 'resume' },
  isTerminalOnly: false,
}
const ground: LadderGround = {
  ...{ label: 'Toy', uri: 'logtoy://play', isRoot: true, isWorking: true, acts: [resume], whyNone: null, own: null },
  origin: (how) => ({ how, run, key: null, at: null }),
  pasted: (argv) => `cd /toys && ${quoteCommand(argv)}`,
  pastedOwn: (words) => quoteCommand(['understory', ...words]),
}
const can = { send: null, interrupt: null, stop: null, pause: 'It is a terminal.', stopAgent: null }
const rung = (name: ActName, change: Partial<LadderGround> = {}) =>
  ladderOf({ ...ground, ...change }).find((one) => one.name === name)

it('names every rung in the order of the ladder', () => {
  expect(ladderOf(ground).map(({ name }) => name)).toEqual(ActName.options)
})

it('steps only on what is ours, and says so', () => {
  for (const name of ['focus', 'interrupt', 'pause', 'stop', 'stop_agent'] as const)
    expect(rung(name)?.reason).toContain('not started here')
  const own = { way: 'headless' as const, can }
  expect(rung('focus', { own })).toMatchObject({ reason: null, label: 'Show its composer' })
  expect(rung('focus', { own: { ...own, way: 'terminal' } })?.label).toBe('Show its terminal')
  expect(rung('interrupt', { own })?.reason).toBeNull()
  expect(rung('pause', { own })?.reason).toBe('It is a terminal.')
  expect(rung('resume', { own })?.reason).toBe('It is open here already.')
})

it('offers a command for everything that starts a session', () => {
  expect(rung('resume')).toMatchObject({ reason: null, command: "cd /toys && toy --resume 'a b'", origin: { how: 'resume' } })
  expect(rung('continue')).toMatchObject({ command: 'understory continue logtoy://play' })
  expect(rung('render')).toMatchObject({ reason: null, command: 'understory continue --render logtoy://play' })
})

it('a whole session goes on as a copy by fork, not by continue', () => {
  const fork: ProductAct = { ...resume, name: 'fork', label: 'Fork', how: 'fork' }
  expect(rung('continue', { acts: [resume, fork] })?.reason).toContain('by Fork')
  expect(rung('continue')?.reason).toContain('has no way')
})

it('a session that runs elsewhere is joined by its own command', () => {
  const join: ProductAct = { ...resume, name: 'join', label: 'Attach', argv: ['toy', 'attach', '7'], how: 'join' }
  expect(rung('join', { acts: [join] })).toMatchObject({
    reason: null,
    command: 'cd /toys && toy attach 7',
    origin: { how: 'join', run },
  })
})

it('stops one agent alone where the session that is steered can, and while it is at work', () => {
  const own = { way: 'headless' as const, can }
  expect(rung('stop_agent', { own })?.reason).toContain('run itself')
  expect(rung('stop_agent', { own, isRoot: false })).toMatchObject({ reason: null, label: 'Stop this agent alone' })
  expect(rung('stop_agent', { own, isRoot: false, isWorking: false })?.reason).toBe('It is not at work.')
  const stop: ProductAct = { name: 'stop_agent', label: 'Stop it', reason: null, argv: null, how: null, isTerminalOnly: false }
  expect(rung('stop_agent', { own, isRoot: false, acts: [stop] })).toMatchObject({ reason: null, label: 'Stop it' })
  const busy = { ...own, can: { ...can, stopAgent: 'It does nothing.' } }
  expect(rung('stop_agent', { own: busy, isRoot: false, acts: [stop] })?.reason).toBe('It does nothing.')
})

it('without a driver nothing starts, and the reason is the same everywhere', () => {
  const reasons = ['join', 'resume', 'fork', 'continue', 'render', 'ask_parent'] as const
  for (const name of reasons) expect(rung(name, { acts: null, whyNone: 'Toy was not found.' })?.reason).toBe('Toy was not found.')
})
