import { expect, it } from 'vitest'
import { sampleLaunch } from '../../testing/drive/sampleLaunch'
import { exitWords, launchWord, phaseLine, sendWord, startingLine } from './phaseLine'

const now = Date.parse('2026-11-18T10:01:58.000Z')
const at = '2026-11-18T10:01:00.000Z'

it('says how it stands and what that means for what is sent now', () => {
  const { can } = sampleLaunch()
  expect(phaseLine(sampleLaunch(), now)).toEqual({
    glyph: 'running',
    words: 'in a turn for 1m58s',
    meaning: 'what you send now waits for its end, or interrupt first',
  })
  expect(phaseLine(sampleLaunch({ can: { ...can, interrupt: 'no' } }), now).meaning).toBe('what you send now waits for its end')
  expect(phaseLine(sampleLaunch({ phase: 'idle' }), now).meaning).toBe('what you send begins the next turn')
  expect(phaseLine(sampleLaunch({ phase: 'idle', way: 'terminal' }), now).meaning).toBe('type in its terminal')
})

it.each([
  [undefined, 'Queue message', 'what you send now waits for its end, or interrupt first'],
  ['between', 'Queue message', 'what you send now waits for its next step or its end, or interrupt first'],
  ['joins', 'Send into the turn', 'what you send now goes into the turn that runs'],
  ['begins', 'Send', 'its agents are still at work; what you send begins the next turn'],
] as const)('says what becomes of a message while it works: %s', (midTurn, word, meaning) => {
  const launch = sampleLaunch({ midTurn })
  expect([sendWord(launch), phaseLine(launch, now).meaning]).toEqual([word, meaning])
  expect(sendWord({ ...launch, phase: 'idle' })).toBe('Send')
})

it('what stood still is no part of a turn, but of what waits', () => {
  // Ninety seconds of it, sixty of them in this turn.
  const pauses = [{ from: now - 148_000, to: now - 58_000 }]
  expect(phaseLine(sampleLaunch({ pauses }), now).words).toBe('in a turn for 58s')
  expect(phaseLine(sampleLaunch({ pauses, phase: 'idle' }), now).words).toContain('since 1m58s')
  expect(phaseLine(sampleLaunch({ pauses, phase: 'paused' }), now).words).toBe('paused for 1m58s')
})

it('an end that was bad looks bad', () => {
  const ended = (code: number | null, signal: string | null) =>
    phaseLine(sampleLaunch({ phase: 'ended', exit: { code, signal, at } }), now)
  expect([ended(0, null).glyph, ended(1, null).glyph, ended(null, 'SIGTERM').glyph]).toEqual(['completed', 'failed', 'stopped'])
  expect(ended(1, null)).toMatchObject({ words: 'ended 1m58s ago', meaning: 'exit code 1' })
  expect(exitWords({ exit: { code: null, signal: null, at }, wasStopped: true })).toBe('stopped from here')
  expect([exitWords({ exit: { code: null, signal: null, at } }), exitWords({ exit: null })]).toEqual(['how is not known', ''])
})

it('an interface that waits for its first words is open, not done', () => {
  const open = sampleLaunch({ phase: 'idle', way: 'terminal', run: null })
  expect(startingLine(open, now)).toMatchObject({ glyph: 'starting', words: 'open for 1m58s' })
  expect(startingLine(sampleLaunch({ phase: 'failed' }), now)).toEqual(phaseLine(sampleLaunch({ phase: 'failed' }), now))
  expect([launchWord('idle'), launchWord('adrift')]).toEqual(['waits for you', 'orphaned'])
})
