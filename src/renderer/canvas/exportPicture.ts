import { oneLine } from '../../shared/neutraliseText'
import { tell } from '../store/tell'
import { CanvasInk } from './canvasInk'
import { currentFrame } from './currentFrame'
import type { Frame } from './frame'
import { isolateOnce, pageInk, shapesOf } from './pageInk'
import { paintScene } from './paintScene'
import { svgInk } from './svgInk'

const scale = 2

/** What is seen of the tree, as a file. */
export function exportPicture(kind: 'png' | 'svg'): void {
  const now = currentFrame()
  if (!now) return
  const frame: Frame = { ...now, isMounted: () => false, hovered: -1, focused: -1, hoveredEdge: -1, slide: null }
  const name = `${
    oneLine(frame.scene.title)
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 60) || 'tree'
  }.${kind}`
  if (kind === 'svg') save(new Blob([printSvg(frame)], { type: 'image/svg+xml' }), name)
  else paintPng(frame, (blob) => save(blob, name))
}

function printSvg(frame: Frame): string {
  const { width, height } = frame.size
  const ink = svgInk({ width, height, ...pageInk(), shapesOf })
  paintScene(ink, frame)
  return ink.print()
}

function paintPng(frame: Frame, onBlob: (blob: Blob) => void): void {
  const canvas = document.createElement('canvas')
  canvas.width = frame.size.width * scale
  canvas.height = frame.size.height * scale
  const context = canvas.getContext('2d')
  if (!context) return
  const { tokens, ruler } = pageInk()
  context.scale(scale, scale)
  context.fillStyle = tokens.canvas
  context.fillRect(0, 0, frame.size.width, frame.size.height)
  paintScene(new CanvasInk({ context, tokens, ruler, shapesOf, isolate: isolateOnce }), frame)
  canvas.toBlob((blob) => {
    if (blob) onBlob(blob)
    else tell({ level: 'error', code: 'export', message: 'The picture could not be made.' })
  }, 'image/png')
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
