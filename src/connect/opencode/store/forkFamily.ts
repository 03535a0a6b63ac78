/** What a fork and the session it was copied from have in common: nothing else in the store ties them. */
export interface ForkFamily {
  readonly key: string
  readonly isFork: boolean
}

export function forkFamily(title: string, directory: string): ForkFamily {
  const [, base] = title.endsWith(')') ? (/^(.+) \(fork #\d+\)$/s.exec(title) ?? []) : []
  return { key: `${directory}\n${base ?? title}`, isFork: base !== undefined }
}
