import { join } from 'node:path'

interface Patch {
  readonly from: RegExp
  readonly to: string
  /** How often the library does it. */
  readonly times: number
}

/** In the words of the library as it is shipped. */
const patches: readonly Patch[] = [
  { from: /[\w$.]+\.createElement\("style"\)/g, to: 'adoptedStyle()', times: 3 },
  {
    from: /(\w+)\.setAttribute\("style",`\$\{\1\.getAttribute\("style"\)\|\|""\}\$\{(\w+)\};`\)/g,
    to: '$1.style.cssText+=";"+$2',
    times: 1,
  },
]

/**
 * The terminal's library writes elements `style` and attributes `style`, which our policy forbids; what scripts do to sheets and to
 * `element.style` it allows. A version that does it otherwise stops the build.
 */
export function withoutStyleElements(folder: string): {
  readonly name: string
  transform(code: string, id: string): { code: string; map: null } | null
} {
  const adopted = join(folder, 'terminal', 'adoptedStyle.ts').replaceAll('\\', '/')
  return {
    name: 'without-style-elements',
    transform(code, id) {
      if (!/@xterm\/xterm\/lib\/xterm\.mjs$/.test(id)) return null
      let changed = code
      for (const { from, to, times } of patches) {
        const found = changed.match(from)?.length ?? 0
        if (found !== times)
          throw new Error(`the terminal’s library writes styles in a new way (${from}: ${found}): look at withoutStyleElements`)
        changed = changed.replace(from, to)
      }
      return { code: `import { adoptedStyle } from ${JSON.stringify(adopted)}\n${changed}`, map: null }
    },
  }
}
