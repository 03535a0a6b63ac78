import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { freshWindow, placeWindow, readWindowState, writeWindowState } from './windowState'

const main = { x: 0, y: 0, width: 1920, height: 1080 }
const right = { x: 1920, y: 0, width: 1280, height: 1024 }
const at = (x: number, y: number, width = 1000, height = 700) => ({ ...freshWindow, bounds: { x, y, width, height } })

describe('where the window opens', () => {
  it('as it was', () => {
    expect(placeWindow(at(100, 50), [main])).toEqual({ x: 100, y: 50, width: 1000, height: 700 })
    expect(placeWindow(at(2000, 50), [main, right])).toEqual({ x: 2000, y: 50, width: 1000, height: 700 })
  })

  it('as usual the first time, and not larger than a small display', () => {
    expect(placeWindow(freshWindow, [main])).toEqual({ width: 1440, height: 900 })
    expect(placeWindow(freshWindow, [{ x: 0, y: 0, width: 1024, height: 700 }])).toEqual({ width: 1024, height: 700 })
    expect(placeWindow(freshWindow, [])).toEqual({ width: 1440, height: 900 })
  })

  it.each([
    ['its display was unplugged', at(2500, 50)],
    ['only a sliver would be seen', at(1850, 50)],
    ['its upper edge is below the display', at(100, 1060)],
    ['it is above the display', at(100, -500)],
  ])('as usual when %s', (_, state) => {
    const placed = placeWindow(state, [main])
    expect(placed.x).toBeUndefined()
  })

  it('never with its handle above the display, never too small to use', () => {
    expect(placeWindow(at(100, -20), [main]).y).toBe(0)
    expect(placeWindow(at(0, 0, 200, 100), [main])).toMatchObject({ width: 640, height: 480 })
  })
})

describe('what is remembered', () => {
  const folder = mkdtempSync(join(tmpdir(), 'understory-window-'))
  const file = join(folder, 'deep', 'window.json')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('comes back', () => {
    const state = { bounds: { x: 1, y: 2, width: 800, height: 600 }, isMaximised: true, theme: 'dark' as const }
    writeWindowState(file, state)
    expect(readWindowState(file)).toEqual(state)
  })

  it.each(['', '{', '[]', 'null', '{"bounds":{"x":"1"},"theme":"pink"}', '{"bounds":{"x":1e99,"y":0,"width":1,"height":1}}'])(
    'and %s is as nothing',
    (text) => {
      writeFileSync(file, text)
      expect(readWindowState(file)).toEqual(freshWindow)
    },
  )
})
