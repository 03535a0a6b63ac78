import { channelsOf, toLinear } from './luminance'

/** Lightness, and the hue as a direction whose length is the strength: equal steps look equal. */
export interface Oklab {
  readonly l: number
  readonly a: number
  readonly b: number
}

export function oklabOf(colour: string): Oklab {
  const [red, green, blue] = channelsOf(colour).map(toLinear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  }
}

/** Red, green and blue, 0 to 1 where a screen can show it. */
function screenOf({ l, a, b }: Oklab): readonly number[] {
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ].map(fromLinear)
}

function fromLinear(channel: number): number {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055
}

/** `#rrggbb`. What no screen can show keeps hue and lightness and loses as much of its strength as it must. */
export function printOklab(colour: Oklab): string {
  let [weak, strong] = [0, 1]
  const at = (strength: number): readonly number[] => screenOf({ l: colour.l, a: colour.a * strength, b: colour.b * strength })
  if (isShown(at(1))) weak = 1
  else {
    for (let step = 0; step < 12; step++) {
      const middle = (weak + strong) / 2
      if (isShown(at(middle))) weak = middle
      else strong = middle
    }
  }
  return `#${at(weak).map(toHex).join('')}`
}

function isShown(channels: readonly number[]): boolean {
  return channels.every((channel) => channel > -0.0005 && channel < 1.0005)
}

function toHex(channel: number): string {
  return Math.round(Math.max(0, Math.min(1, channel)) * 255)
    .toString(16)
    .padStart(2, '0')
}
