import { z } from 'zod'
import { Attention } from '../shared/attention'
import { Alarm } from '../shared/drive/alarm'
import { Fault } from '../shared/fault'
import { Settings } from '../shared/settings'
import { ShellInfo } from '../shared/shellInfo'

const id = z.number().int().nonnegative()

/** What a page may wish for; only main can fulfil it. */
export const Wish = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('openLink'), url: z.string().max(8192) }),
  z.object({ kind: z.literal('revealFile'), path: z.string().min(1).max(8192) }),
  z.object({ kind: z.literal('chooseFolder'), title: z.string().max(200) }),
])
export type Wish = z.infer<typeof Wish>

/** From main to the engine's process. `page` travels with one MessagePort. */
export const ToEngine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), page: id, info: ShellInfo }),
  z.object({ kind: z.literal('goTo'), page: id, text: z.string().max(4096) }),
  /** `value`: the folder that was chosen, null where there is none. */
  z.object({ kind: z.literal('granted'), wish: id, value: z.string().nullable() }),
  z.object({ kind: z.literal('denied'), wish: id, fault: Fault }),
  /** `keep` null: as the person has chosen. */
  z.object({ kind: z.literal('end'), keep: z.boolean().nullable() }),
])
export type ToEngine = z.infer<typeof ToEngine>

/** From the engine's process to main. */
export const FromEngine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('wish'), id, page: id, wish: Wish }),
  z.object({ kind: z.literal('settings'), settings: Settings }),
  z.object({ kind: z.literal('attention'), attention: Attention }),
  z.object({ kind: z.literal('alarm'), alarm: Alarm }),
  /** Sessions that were started here and run, and what is to become of them at the end. */
  z.object({ kind: z.literal('sessions'), active: id, choice: Settings.shape.whenClosing }),
])
export type FromEngine = z.infer<typeof FromEngine>

/** What a page tells main through the preload script, and the other way round. */
export const pageChannels = {
  ready: 'understory-ready',
  retry: 'understory-retry',
  port: 'understory-port',
  lost: 'understory-lost',
} as const
