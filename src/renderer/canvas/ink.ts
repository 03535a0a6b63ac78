import type { TextRuler } from './textRuler'
import type { FontName, Tokens } from './tokens'

/** Draws lines; a canvas context is one. */
export interface Pen {
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  quadraticCurveTo(cornerX: number, cornerY: number, x: number, y: number): void
}

export interface BoxLook {
  readonly fill?: string
  readonly stroke?: string
  readonly width?: number
  readonly radius?: number
  readonly dash?: readonly number[]
  readonly alpha?: number
}

export interface LineLook {
  readonly stroke: string
  readonly width: number
  readonly dash?: readonly number[]
  readonly isRound?: boolean
  readonly alpha?: number
}

/** What painters paint with, in pixels of the screen: a canvas, or a file. */
export interface Ink {
  readonly tokens: Tokens
  readonly ruler: TextRuler
  /** Filled, sharp, cheap: there may be twenty thousand. */
  block(x: number, y: number, width: number, height: number, fill: string, alpha: number): void
  /** A border lies inside its box. */
  box(x: number, y: number, width: number, height: number, look: BoxLook): void
  lines(look: LineLook, draw: (pen: Pen) => void): void
  /** `y` is the base line. Foreign text comes here as it is: isolated and neutralised by the ink. */
  text(x: number, y: number, text: string, font: FontName, colour: string): void
  glyph(name: string, x: number, y: number, size: number, colour: string): void
  /** Everything that `draw` paints is enlarged by `scale` around the given origin. */
  scaled(x: number, y: number, scale: number, draw: () => void): void
  faded(alpha: number, draw: () => void): void
}
