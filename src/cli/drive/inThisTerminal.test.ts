import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { HeldProcess, ProcessExit } from '../../core/drive/heldProcess'
import type { LiveLaunch } from '../../engine/drive/LiveLaunch'
import { ok } from '../../shared/result'
import type { CommandContext, Interruption } from '../command'
import { leaveItTo } from './inThisTerminal'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function bench() {
  const signals: string[] = []
  let said = ''
  let exit: ProcessExit | null = null
  let interrupt: (signal: Interruption) => void = () => undefined
  let look = (): void => undefined
  const held: Partial<HeldProcess> = {
    pid: 7,
    exit: () => exit,
    signal(name, reach) {
      signals.push(`${name} ${reach}`)
      return Promise.resolve(ok(undefined))
    },
    onChange(listener) {
      look = listener
      return () => undefined
    },
  }
  const change = vi.fn()
  const launch = { held, record: { trouble: null }, change } as unknown as LiveLaunch // What it looks at, no more.
  const context: Partial<CommandContext> = {
    hearInterrupt(listener) {
      interrupt = listener
    },
    err: {
      async write(text: string) {
        said += text
      },
    } as CommandContext['err'],
  }
  return {
    ...{ signals, change, said: () => said, code: leaveItTo(context as CommandContext, launch) },
    interrupt: (signal: Interruption) => interrupt(signal),
    end(code: number | null) {
      exit = { code, signal: null, at: 0 }
      look()
    },
  }
}

it.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s goes on to its program, and %d is said once that is gone', async (signal, code) => {
  const { interrupt, signals, change, end, code: ended, said } = bench()
  interrupt(signal)
  interrupt(signal)
  expect(signals).toEqual(['SIGTERM process'])
  expect(change).toHaveBeenCalledExactlyOnceWith({ isStopped: true })
  await vi.advanceTimersByTimeAsync(4000)
  end(0)
  expect(await ended).toBe(code)
  expect([said(), vi.getTimerCount()]).toEqual(['', 0])
})

it('a program that does not end is left behind, and named, without force', async () => {
  const { interrupt, signals, code, said } = bench()
  interrupt('SIGTERM')
  await vi.advanceTimersByTimeAsync(5000)
  expect(await code).toBe(143)
  expect(signals).toEqual(['SIGTERM process'])
  expect(said()).toContain('process 7')
})

it.each([
  [0, 0],
  [7, 1],
  [null, 1],
])("Ctrl-C is its own; its end with %s is this one's with %d", async (exit, code) => {
  const { interrupt, signals, end, code: ended } = bench()
  interrupt('SIGINT')
  expect(signals).toEqual([])
  end(exit)
  expect(await ended).toBe(code)
})
