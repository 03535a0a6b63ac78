import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Notice } from '../../shared/contract'
import { defaultSettings } from '../../shared/settings'
import { makeTemporaryRoot, type TemporaryRoot } from '../../testing/temporaryRoot'
import { systemTimers } from '../every'
import { openSettingsBook, type SettingsBook } from './settingsBook'

let place: TemporaryRoot
let notices: Notice[]
let tick: () => void = () => undefined
const books: SettingsBook[] = []

beforeEach(() => {
  place = makeTemporaryRoot()
  notices = []
})
afterEach(async () => {
  for (const book of books.splice(0)) book.close()
  await place.close()
})

function openBook(env: Record<string, string> = {}): SettingsBook {
  const timers = {
    ...systemTimers,
    after: (_: number, run: () => void) => {
      tick = run
      return () => undefined
    },
  }
  const onNotice = (notice: Notice) => void notices.push(notice)
  const book = openSettingsBook({ stateFolder: place.state, env: { HOME: '/home/dev', ...env }, timers, onNotice })
  books.push(book)
  return book
}

const path = () => join(place.state, 'settings.json')
const stored = (): unknown => JSON.parse(readFileSync(path(), 'utf8'))

function write(text: string): void {
  mkdirSync(place.state, { recursive: true })
  writeFileSync(path(), text)
}

it('begins with what is usual and writes nothing until something is changed', () => {
  expect(openBook().current()).toEqual(defaultSettings)
  expect(existsSync(path())).toBe(false)
})

it('lets one bad field fall back alone and keeps what a newer version wrote', () => {
  write(
    JSON.stringify({ theme: 'pink', density: 'compact', notifications: { failed: false }, promptWindowHours: -1, future: [1] }),
  )
  const book = openBook()
  expect(book.current()).toEqual({
    ...defaultSettings,
    density: 'compact',
    notifications: { needsYou: true, failed: false, finished: false },
  })
  expect(notices.map(({ message }) => message.match(/"(\w+)"/)?.[1])).toEqual(['theme', 'promptWindowHours'])
  book.change({ theme: 'light' })
  expect(stored()).toMatchObject({ theme: 'light', density: 'compact', future: [1] })
})

it('keeps every garbled file, and one that is garbled while it runs only gives way to a change', () => {
  write('{"theme": "dark"')
  const book = openBook()
  expect(readFileSync(`${path()}.bad-1`, 'utf8')).toBe('{"theme": "dark"')
  expect(notices).toHaveLength(1)
  book.change({ theme: 'dark' })
  write('[]')
  tick()
  expect(book.current().theme).toBe('dark')
  expect(readFileSync(path(), 'utf8')).toBe('[]')
  book.change({ density: 'compact' })
  expect(readFileSync(`${path()}.bad-2`, 'utf8')).toBe('[]')
  expect(stored()).toMatchObject({ theme: 'dark', density: 'compact' })
})

it('refuses a price file that cannot be used, and keeps what was', () => {
  const book = openBook()
  mkdirSync(place.root, { recursive: true })
  const wrong = join(place.root, 'wrong.json')
  writeFileSync(wrong, '{')
  expect(() => book.change({ priceFile: wrong })).toThrow(`"${wrong}" cannot be used as the price file: it is not JSON.`)
  expect(() => book.change({ priceFile: '/dev/null' })).toThrow('it is not a file')
  expect(book.current().priceFile).toBeNull()
  expect(existsSync(path())).toBe(false)
})

it('puts aside settings that are no file or have no end', () => {
  mkdirSync(path(), { recursive: true })
  expect(openBook().current()).toEqual(defaultSettings)
  expect(existsSync(`${path()}.bad-1`)).toBe(true)
})

it('takes over what another process changed, and neither overwrites the other', () => {
  const [one, two] = [openBook(), openBook()]
  const seen: string[] = []
  two.onChange((now, before) => seen.push(`${before.theme} ${now.theme}`))
  one.change({ theme: 'dark' })
  tick()
  expect(seen).toEqual(['system dark'])
  one.change({ direction: 'down' })
  expect(two.change({ density: 'compact' })).toMatchObject({ theme: 'dark', direction: 'down', density: 'compact' })
})

it('puts the environment above a person and says so', () => {
  const book = openBook({ CLAUDE_CONFIG_DIR: '/env', UNDERSTORY_PROMPT_WINDOW: '30m', UNDERSTORY_PRICES: '/prices.json' })
  expect(book.current()).toMatchObject({ roots: { claude: '/env' }, promptWindowHours: 0.5, priceFile: '/prices.json' })
  mkdirSync(place.root, { recursive: true })
  const other = join(place.root, 'other.json')
  writeFileSync(other, JSON.stringify({ dated: '2026-01-01', source: 'me', models: [] }))
  const wished = { roots: { claude: '/mine' }, promptWindowHours: 2, priceFile: other }
  expect(book.change(wished)).toMatchObject({ roots: { claude: '/env' }, promptWindowHours: 0.5, priceFile: '/prices.json' })
  expect(notices.map(({ code }) => code)).toEqual(['environment_wins', 'environment_wins', 'environment_wins'])
  expect(stored()).toMatchObject(wished)
  book.change({ theme: 'dark' })
  expect(notices).toHaveLength(3)
})

it('understands a folder as a person writes it, and refuses half a one', () => {
  const book = openBook()
  expect(book.change({ roots: { claude: ' ~/elsewhere ' } }).roots).toEqual({ claude: '/home/dev/elsewhere' })
  expect(() => book.change({ roots: { claude: 'elsewhere' } })).toThrow('whole path')
  expect(book.current().roots).toEqual({ claude: '/home/dev/elsewhere' })
})

it('counts on where nothing can be written, and says that it will be forgotten', () => {
  const book = openBook()
  writeFileSync(place.state, 'a file where the folder should be')
  expect(book.change({ theme: 'dark' }).theme).toBe('dark')
  expect(notices.map(({ code }) => code)).toEqual(['settings_not_saved'])
})
