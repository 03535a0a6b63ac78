import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StorageShelf } from './StorageShelf'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'understory-shelf-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, value: object): string {
  const file = join(root, 'storage', `${path}.json`)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, JSON.stringify(value))
  return file
}

/** A session that was written so long ago. */
function place(id: string, ageMs: number): void {
  const at = new Date(Date.now() - ageMs)
  const files = [
    write(`session/global/${id}`, { id, directory: '/work', title: id, time: { created: 1, updated: 1 } }),
    write(`message/${id}/msg_${id}`, { id: `msg_${id}`, sessionID: id, role: 'assistant', time: { created: 1 } }),
  ]
  for (const file of files) utimesSync(file, at, at)
}

/** All of it is known: what is `changed` from here on is news. */
function openShelf() {
  const changed = new Set<string>()
  const shelf = new StorageShelf(
    root,
    (id) => changed.add(id),
    () => false,
  )
  shelf.refresh(true)
  changed.clear()
  return { shelf, changed }
}

it('what is written in place is seen in any of many sessions at work, however many wrote later', async () => {
  const ids = Array.from({ length: 60 }, (_, n) => `ses_${String(n).padStart(3, '0')}`)
  for (const [n, id] of ids.entries()) place(id, 5000 + n * 100)
  const { shelf, changed } = openShelf()
  for (const id of ids)
    write(`message/${id}/msg_${id}`, { id: `msg_${id}`, role: 'assistant', error: { name: 'MessageAbortedError' } })
  await expect
    .poll(
      () => {
        shelf.refresh(false)
        return ids.filter((id) => !changed.has(id))
      },
      { interval: 20, timeout: 4000 },
    )
    .toEqual([])
})

it('a session that nobody has written for long is not looked into', () => {
  const ids = Array.from({ length: 30 }, (_, n) => `ses_${String(n).padStart(3, '0')}`)
  for (const id of ids) place(id, 3_600_000)
  const { shelf, changed } = openShelf()
  write(`message/ses_020/msg_ses_020`, { id: 'msg_ses_020', role: 'assistant', more: true })
  for (let look = 0; look < 20; look++) shelf.refresh(false)
  expect([...changed]).toEqual([])
})
