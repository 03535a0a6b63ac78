import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openOpencodeStore } from './openOpencodeStore'

const root = mkdtempSync(join(tmpdir(), 'understory-strangers-'))
afterEach(() => rmSync(root, { recursive: true }))

it('what bears no id of a session is named and left out, and leaves no trace in whoever names it as a parent', () => {
  const folder = join(root, 'storage/session/p')
  mkdirSync(folder, { recursive: true })
  const write = (id: string, more: object = {}): void =>
    writeFileSync(
      join(folder, `${id}.json`),
      JSON.stringify({ id, directory: '/d', title: id, time: { created: 1, updated: 1 }, ...more }),
    )
  for (const id of ['ses_a', 'notses', 'weird name', 'ses_ok#1']) write(id)
  write('ses_child', { parentID: 'notses' })
  const store = openOpencodeStore({ root, variables: {} })
  const { sources, problems } = store.list()
  expect(sources.map(({ spec }) => spec.run).sort()).toEqual(['ses_a', 'ses_child'])
  expect(problems.map(({ path }) => path).sort()).toEqual(
    ['notses', 'ses_ok#1', 'weird name'].map((id) => `storage/session/p/${id}.json`),
  )
  expect(store.look('storage/session/p/notses.json')).toBe(null)
  store.close()
})
