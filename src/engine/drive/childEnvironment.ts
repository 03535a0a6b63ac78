import type { Driver } from '../../core/drive/driver'

type Variables = Readonly<Record<string, string | undefined>>

/** Ours and of the shell around us: a program that we start must not take itself for a part of us. */
const stripped =
  /^(ELECTRON_|UNDERSTORY_|NODE_OPTIONS$|NODE_CHANNEL_|NODE_UNIQUE_ID$|NODE_V8_COVERAGE$|CHROME_|VITEST|MALLOC_ARENA_MAX$)/

/** The whole environment of a program that is started here. What products say to programs inside a session is not for it, though an agent may have started us. */
export function childEnvironment(env: Variables, drivers: readonly Pick<Driver, 'program'>[]): Readonly<Record<string, string>> {
  const inner = drivers.flatMap(({ program }) => program.innerVariables)
  const kept = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || stripped.test(name) || inner.includes(name) ? [] : [[name, value] as const],
  )
  return Object.fromEntries(kept)
}
