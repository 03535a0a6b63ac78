import { describe, expect, it } from 'vitest'
import { findMatches } from './findMatches'
import { markHits, wordsOf } from './scoreText'

const find = (texts: readonly string[], query: string, most = 10) =>
  findMatches(texts, (text) => text.toLowerCase(), wordsOf(query), most)

describe('what the palette finds', () => {
  it('every word somewhere, the better place first', () => {
    expect(find(['Unlogin', 'Fix login test', 'Login page'], 'login').items).toEqual(['Login page', 'Fix login test', 'Unlogin'])
    expect(find(['Fix login test', 'Login page'], ' TEST log').items).toEqual(['Fix login test'])
  })

  it('equal answers keep their order, and all are counted', () => {
    expect(find(['run a', 'run b', 'run c'], 'run', 2)).toEqual({ items: ['run a', 'run b'], total: 3 })
  })

  it('letters with gaps only when nothing answers as written', () => {
    expect(find(['Follow what is live', 'Fit'], 'flw').items).toEqual(['Follow what is live'])
    expect(find(['flwless', 'Follow'], 'flw').items).toEqual(['flwless'])
    expect(find(['Follow'], 'fw')).toEqual({ items: [], total: 0 })
  })

  it('nothing typed finds nothing less than everything is asked for', () => {
    expect(find(['a'], '').total).toBe(0)
  })
})

describe('marks', () => {
  it('stand where the words stand', () => {
    expect(markHits('Fix Login test', ['log', 'fix'])).toEqual([
      { text: 'Fix', isHit: true },
      { text: ' ', isHit: false },
      { text: 'Log', isHit: true },
      { text: 'in test', isHit: false },
    ])
    expect(markHits('abc', [])).toEqual([{ text: 'abc', isHit: false }])
    expect(markHits('', ['x'])).toEqual([])
  })

  it('not in text whose letters change their length', () => {
    expect(markHits('İstanbul', ['stan'])).toEqual([{ text: 'İstanbul', isHit: false }])
  })
})
