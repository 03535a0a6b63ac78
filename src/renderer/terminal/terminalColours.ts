import type { ITheme } from '@xterm/xterm'

/**
 * From the tokens of the theme of the moment. Black is dark and white is light in either: programs that find a light ground paint
 * with white as they mean it. What could not be read then, the library moves away from its ground.
 */
export function terminalColours(read: (token: string) => string): ITheme {
  const get = (name: string): string => read(`--${name}`).trim()
  return {
    background: get('bg-canvas'),
    foreground: get('fg-1'),
    cursor: get('fg-1'),
    cursorAccent: get('bg-canvas'),
    selectionBackground: get('accent-ring'),
    selectionInactiveBackground: get('accent-tint'),
    scrollbarSliderBackground: get('line-2'),
    scrollbarSliderHoverBackground: get('line-3'),
    scrollbarSliderActiveBackground: get('line-3'),
    ...greys(get),
    red: get('st-fail'),
    green: get('code-str'),
    yellow: get('st-need'),
    blue: get('st-live'),
    magenta: get('code-key'),
    cyan: get('code-fn'),
    brightRed: get('diff-del-fg'),
    brightGreen: get('diff-add-fg'),
    brightYellow: get('code-num'),
    brightBlue: get('ty-2'),
    brightMagenta: get('ty-3'),
    brightCyan: get('ty-1'),
  }
}

function greys(get: (name: string) => string): Pick<ITheme, 'black' | 'brightBlack' | 'white' | 'brightWhite'> {
  const shared = { brightBlack: get('fg-3') }
  return brightness(get('bg-canvas')) > brightness(get('fg-1'))
    ? { ...shared, black: get('fg-1'), white: get('line-2'), brightWhite: get('bg-card') }
    : { ...shared, black: get('line-2'), white: get('fg-2'), brightWhite: get('fg-1') }
}

/** Of `#rrggbb`, as the tokens are written. */
function brightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
