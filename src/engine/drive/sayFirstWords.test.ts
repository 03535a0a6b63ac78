import { expect, it } from 'vitest'
import type { FirstWords } from './firstWords'
import type { LiveLaunch } from './LiveLaunch'
import type { LaunchRecord } from './launchShelf'
import { sayFirstWords } from './sayFirstWords'

const TEXT = 'go on'

/** `written`: what the keeper noted; null: it cannot be read. */
async function left(written: readonly string[] | null, send: () => Promise<string | null>) {
  const told: { sent: number; dropped: boolean; trouble: string | null } = { sent: 0, dropped: false, trouble: null }
  const words: FirstWords = {
    ...{ keep: () => undefined, isLeft: () => true, claim: () => TEXT, claimedAt: (id) => `/state/${id}.unsaid` },
    drop: () => {
      told.dropped = true
    },
  }
  const launch = {
    ...{ id: 'one', isActive: true, can: () => ({ send: null }) },
    held: {
      written: () =>
        written ? Promise.resolve(written.map((line) => ({ at: 1, line }))) : Promise.reject(new Error('no such file')),
    },
    change: ({ trouble = null }: Partial<LaunchRecord>) => {
      told.trouble = trouble
    },
  } as unknown as LiveLaunch
  const counted = (): Promise<string | null> => {
    told.sent++
    return send()
  }
  await sayFirstWords({ words, send: counted }, launch)
  return told
}

it('says what was not said, and not again what was', async () => {
  const sent = () => Promise.resolve(null)
  expect(await left(['{"type":"control_request"}'], sent)).toEqual({ sent: 1, dropped: true, trouble: null })
  expect(await left([JSON.stringify({ content: TEXT })], sent)).toEqual({ sent: 0, dropped: true, trouble: null })
})

it('where nobody can tell whether it was said it is not said again, and a person is told', async () => {
  const told = await left(null, () => Promise.resolve(null))
  expect(told).toEqual({ sent: 0, dropped: false, trouble: expect.stringMatching(/may have been said.*“go on”/) })
})

it('what is refused is kept, and a bug takes nothing along', async () => {
  const refused = await left([], () => Promise.resolve('Somebody else has it.'))
  expect(refused).toEqual({ sent: 1, dropped: false, trouble: expect.stringContaining('Somebody else has it.') })
  const broken = await left([], () => Promise.reject(new Error('a bug')))
  expect(broken).toEqual({ sent: 1, dropped: false, trouble: null })
})
