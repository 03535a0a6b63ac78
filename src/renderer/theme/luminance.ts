/** 0 to 1 for red, green and blue of `#rrggbb` or `#rgb`: whoever packs the style sheet makes the one of the other. */
export function channelsOf(colour: string): readonly [number, number, number] {
  const hex = colour.trim().slice(1)
  const long = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex
  const at = (from: number): number => (Number.parseInt(long.slice(from, from + 2), 16) || 0) / 255
  return [at(0), at(2), at(4)]
}

export function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

/** How bright a colour is to the eye, as WCAG counts it. */
export function luminance(colour: string): number {
  const [red, green, blue] = channelsOf(colour)
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}
