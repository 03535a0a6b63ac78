export const isMac = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform)

/** A shortcut as this system's keyboards write it. */
export function commandKey(key: string): string {
  return isMac ? `⌘${key}` : `Ctrl ${key}`
}
