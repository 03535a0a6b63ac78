import { describe, expect, it } from 'vitest'
import { type AgentSketch, sampleNow, sketchTree } from '../../testing/sampleTree'
import { neverStill } from '../drive/standstill'
import { typeHue } from '../theme/typeHue'
import { activityLine, elapsedWords, metaWords, modelWords, phaseWords } from './phaseWords'

const agent = (sketch: AgentSketch) => sketchTree({ children: [sketch] }).agents[1]!
const line = (sketch: AgentSketch): string => {
  const { strong, rest } = activityLine(agent(sketch))
  return `${strong}|${rest}`
}

describe('the line that matters', () => {
  it('says what a running agent does and on what', () => {
    expect(line({ phase: 'running', activity: 'Bash: npx playwright test' })).toBe('Bash| npx playwright test')
    expect(line({ phase: 'running', activity: 'I will look: at the specs' })).toBe('|I will look: at the specs')
    expect(line({ phase: 'running', activity: null })).toBe('|')
  })

  it('says when and why it tries again', () => {
    const retryAt = new Date(2026, 10, 18, 14, 2, 7).toISOString()
    expect(line({ phase: 'running', activity: 'API: overloaded', retryAt })).toBe('retry 14:02:07|: API: overloaded')
  })

  it('says what a waiting one asks', () => {
    expect(line({ phase: 'waiting', waitingFor: 'permission', activity: 'Bash: npm run e2e' })).toBe(
      '|permission: Bash npm run e2e',
    )
    expect(line({ phase: 'waiting', waitingFor: 'question', activity: 'keep it?' })).toBe('|question: keep it?')
  })

  it('says how it ended', () => {
    expect(line({ phase: 'completed', activity: '7 files\nand more' })).toBe('|→ 7 files and more')
    expect(line({ phase: 'failed', error: 'API error 529' })).toBe('|API error 529')
    expect(line({ phase: 'starting' })).toBe('called|, no record yet')
    expect(line({ phase: 'unknown', source: null })).toBe('|transcript not found')
  })

  it('lets no control character through', () => {
    expect(line({ phase: 'running', activity: 'Bash: \u001b[2J\u202e' })).toBe('Bash| ␛[2J\ufffd')
  })
})

it('counts the time that a person lets it wait, and the time it works', () => {
  const waiting = agent({ phase: 'waiting', secondsAgo: 126, updated: new Date(sampleNow - 64_000).toISOString() })
  expect(phaseWords(waiting, sampleNow, neverStill)).toBe('needs you 1m04s')
  expect(elapsedWords(waiting, sampleNow, neverStill)).toBe('2m06s')
  expect(elapsedWords(agent({ phase: 'completed', seconds: 34 }), sampleNow, neverStill)).toBe('34s')
})

it('whose session stands still is paused, and has not worked meanwhile; whoever waits or is done is not', () => {
  const at = (secondsAgo: number): number => sampleNow - secondsAgo * 1000
  const still = {
    sinceMs: at(64),
    pauses: [
      { from: at(110), to: at(100) },
      { from: at(64), to: Number.POSITIVE_INFINITY },
    ],
  }
  const running = agent({ phase: 'running', secondsAgo: 126 })
  expect([phaseWords(running, sampleNow, still), elapsedWords(running, sampleNow, still)]).toEqual(['paused 1m04s', '52s'])
  expect(elapsedWords(running, sampleNow + 60_000, still)).toBe('52s')
  expect(phaseWords(agent({ phase: 'starting' }), sampleNow, still)).toBe('paused 1m04s')
  expect(phaseWords(agent({ phase: 'waiting', updated: null }), sampleNow, still)).toBe('needs you')
  const done = agent({ phase: 'completed', secondsAgo: 120, seconds: 34 })
  expect([phaseWords(done, sampleNow, still), elapsedWords(done, sampleNow, still)]).toEqual(['completed', '24s'])
  const gone = { ...still, sinceMs: null }
  expect(phaseWords(running, sampleNow, gone)).toBe('running')
})

it('puts the fill of the context in place of the model from 85 % on', () => {
  expect(metaWords(agent({ context: { tokens: 169_000, limit: 200_000 } })).first).not.toContain('ctx')
  expect(metaWords(agent({ context: { tokens: 182_000, limit: 200_000 } })).first).toBe('ctx 91 %')
})

it('shortens names of models that have the usual form, and no others', () => {
  expect(modelWords('maker-opus-4-5-20251101')).toBe('opus 4.5')
  expect(modelWords('vendor/maker-large-3')).toBe('large 3')
  expect(modelWords('acme-5.2-mini')).toBe('acme-5.2-mini')
  expect(modelWords(null)).toBe('model not known yet')
})

it('gives a type the same hue everywhere', () => {
  expect(typeHue('Explore')).toBe(1)
  expect(typeHue('reviewer')).toBe(3)
  expect(typeHue('my-own')).toBe(typeHue('my-own'))
  const hues = new Set(Array.from({ length: 200 }, (_, n) => typeHue(`type ${n}`)))
  expect([...hues].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})
