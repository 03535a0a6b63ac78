import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { Settings } from '../shared/settings'

const pixels = z.number().int().min(-100_000).max(100_000)
const Rectangle = z.object({ x: pixels, y: pixels, width: pixels, height: pixels })
export type Rectangle = z.infer<typeof Rectangle>

/** What the shell remembers of its window. The theme is the engine's setting; a copy lets the first frame have its colour. */
export const WindowState = z.object({
  bounds: Rectangle.nullable().catch(null),
  isMaximised: z.boolean().catch(false),
  theme: Settings.shape.theme.catch('system'),
})
export type WindowState = z.infer<typeof WindowState>

export const freshWindow: WindowState = { bounds: null, isMaximised: false, theme: 'system' }

export const usualSize = { width: 1440, height: 900 }
export const leastSize = { width: 640, height: 480 }

/** How much of a window must be on some display, so that a person can take hold of it. */
const grip = { width: 120, height: 60 }

/** Where to open: as it was, if that is still somewhere; else as usual in the middle of the first display. Never larger than its display. */
export function placeWindow(
  state: WindowState,
  displays: readonly Rectangle[],
): Partial<Rectangle> & { width: number; height: number } {
  const { bounds } = state
  const home = bounds && displays.find((display) => isReachable(bounds, display))
  if (!bounds || !home) return sizeWithin(usualSize, displays[0])
  return { ...sizeWithin(bounds, home), x: bounds.x, y: Math.max(bounds.y, home.y) }
}

function sizeWithin(size: { readonly width: number; readonly height: number }, display: Rectangle | undefined): typeof usualSize {
  const within = (wanted: number, least: number, most: number | undefined): number =>
    Math.max(least, Math.min(wanted, most ?? wanted))
  return {
    width: within(size.width, leastSize.width, display?.width),
    height: within(size.height, leastSize.height, display?.height),
  }
}

function isReachable(bounds: Rectangle, display: Rectangle): boolean {
  const width = Math.min(bounds.x + bounds.width, display.x + display.width) - Math.max(bounds.x, display.x)
  // Windows are moved by their upper edge: that one must be inside.
  const isTopInside = bounds.y >= display.y - grip.height && bounds.y <= display.y + display.height - grip.height
  return width >= grip.width && isTopInside
}

export function readWindowState(path: string): WindowState {
  try {
    const parsed = WindowState.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    return parsed.success ? parsed.data : freshWindow
  } catch {
    return freshWindow
  }
}

/** A full or forbidden disk is no reason to trouble anyone: the window then opens as usual. */
export function writeWindowState(path: string, state: WindowState): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.new`, JSON.stringify(state))
    renameSync(`${path}.new`, path)
  } catch {
    return
  }
}
