import { expect, it } from 'vitest'
import { ok } from '../../../shared/result'
import { findCopy } from './findCopy'

const session = (id: string, title: string, created: number, parentID?: string) => ({ id, title, time: { created }, parentID })
const origin = session('ses_o', 'Mend it', 1)
const doorTo = (all: readonly object[]) => ({ get: async (path: string) => ok(path === '/session' ? all : origin) })
const find = (...all: readonly object[]) => findCopy(doorTo([origin, ...all]), '/work', { copyOf: 'ses_o', since: 100 })

it('finds the one copy that was made since, and takes nothing else for it', async () => {
  const copy = session('ses_c', 'Mend it (fork #2)', 150)
  const others = [
    session('ses_old', 'Mend it (fork #1)', 50),
    session('ses_other', 'Another (fork #1)', 160),
    session('ses_new', 'Mend it', 170),
    session('ses_child', 'Mend it (fork #3)', 180, 'ses_c'),
  ]
  expect(await find(copy, ...others)).toBe('ses_c')
  expect(await find(...others)).toBeNull()
  expect(await find(copy, session('ses_d', 'Mend it (fork #3)', 151))).toBeNull()
})
