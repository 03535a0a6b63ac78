import type { LiveLaunch } from './LiveLaunch'

/** What a person does with a session of ours. Each says why not, in words; null: it is done. */
export const launchActs = {
  async send(launch: LiveLaunch, text: string): Promise<string | null> {
    if (text.trim() === '') return 'There is nothing to send.'
    if (text.includes('\0')) return 'The message holds a NUL character, which no program can be given.'
    return launch.can().send ?? said(launch.session?.send(text))
  },
  async unqueue(launch: LiveLaunch, id: string): Promise<string | null> {
    const { session } = launch
    return session ? (session.hindrance('unqueue') ?? said(session.unqueue(id))) : 'Nothing waits here.'
  },
  async interrupt(launch: LiveLaunch): Promise<string | null> {
    return launch.can().interrupt ?? said(launch.session?.interrupt())
  },
  async setMode(launch: LiveLaunch, mode: string): Promise<string | null> {
    const { session } = launch
    if (!session || !launch.isActive) return 'It has ended, or runs in a terminal: change the mode there.'
    return session.hindrance('setMode') ?? said(session.setMode(mode))
  },
  async stopAgent(launch: LiveLaunch, agent: string): Promise<string | null> {
    return launch.can().stopAgent ?? said(launch.session?.stopAgent(agent))
  },
  async pause(launch: LiveLaunch, isPaused: boolean): Promise<string | null> {
    if (launch.isPaused === isPaused) return null
    const hindrance = launch.can().pause
    if (hindrance !== null || !launch.held) return hindrance ?? 'It has ended.'
    // Whoever goes on first must not wait for what still stands.
    if (!isPaused) launch.family?.signal('SIGCONT')
    const done = await launch.held.signal(isPaused ? 'SIGSTOP' : 'SIGCONT', 'group')
    if (!done.ok) return done.failure.message
    if (isPaused) launch.family?.signal('SIGSTOP')
    launch.change(isPaused ? { pausedAt: Date.now() } : launch.pauseOver())
    return null
  },
  /** Settles when it is on its way for `finish`, when it is gone for `now`. */
  async stop(launch: LiveLaunch, how: 'finish' | 'now'): Promise<string | null> {
    const hindrance = launch.can().stop
    if (hindrance === null && launch.isAnyLeft) return endLeft(launch)
    if (hindrance !== null || !launch.held) return hindrance ?? 'It has ended.'
    // First: it is answered with what another program of ours has done to it, a pause among them.
    launch.change({ isStopped: true })
    // Who is stopped hears no other signal.
    if (launch.isPaused) await launchActs.pause(launch, false)
    if (how === 'finish' && launch.session) {
      await launch.session.end()
      launch.endIfOver()
      return null
    }
    if (!launch.record.isShared) {
      // Until it is gone it would go on with what it does.
      void launch.session?.interrupt('all')
      launch.family?.members()
      await launch.held.stop()
      return endLeft(launch)
    }
    return endServed(launch)
  },
} as const

/** Its server goes on. What could not be stopped stays in the list: it is still at work, and what it asks is to be heard. */
async function endServed(launch: LiveLaunch): Promise<string | null> {
  const refused = await said(launch.session?.interrupt('all'))
  await launch.session?.end()
  if (refused === null) launch.change({ ended: { code: null, signal: null, at: Date.now() } })
  // By its own word nothing of it works: there was nothing to stop.
  else launch.endIfOver()
  // Its server may have ended meanwhile, and it with it.
  if (refused === null || !launch.isActive) return null
  const server = `nd its server (process ${launch.held?.pid}), and with it all that it serves.`
  // What is steered by nobody is not reached by another stop either.
  const what = launch.session === null ? `E${server}` : `Stop it again, or e${server}`
  return `It could not be stopped, and stays in the list. ${refused} ${what}`
}

/** What it had started in groups of its own outlives a program that was ended by force. */
async function endLeft(launch: LiveLaunch): Promise<string | null> {
  await launch.family?.end()
  launch.keepLeft()
  return launch.isAnyLeft ? 'Something that it had started could not be ended.' : null
}

async function said(
  act: Promise<{ readonly ok: true } | { readonly ok: false; readonly failure: { readonly message: string } }> | undefined,
): Promise<string | null> {
  if (!act) return 'Nothing is left to steer it with.'
  const done = await act
  return done.ok ? null : done.failure.message
}
