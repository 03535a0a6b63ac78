import type { contract } from '../../shared/contract'
import type { Handlers } from '../../shared/rpc'
import type { Engine } from '../engine'
import { clampedPage } from '../transcript/clampedPage'
import { findItems } from '../transcript/findItems'
import { nextItem } from '../transcript/nextItem'
import { rawGaps } from '../transcript/raw/rawGaps'
import { rawPage } from '../transcript/raw/rawPage'
import { siftItems } from '../transcript/siftItems'
import { toolTable } from '../transcript/toolTable'
import { asTail } from '../transcript/withTranscript'
import { orFault } from './lookupFault'
import { markdownCall } from './markdownCall'
import { textCalls } from './textCalls'

type TranscriptCalls = Pick<
  Handlers<typeof contract>,
  | 'readTranscript'
  | 'readTail'
  | 'readText'
  | 'readImage'
  | 'findItems'
  | 'nextItem'
  | 'siftItems'
  | 'listRaw'
  | 'readRaw'
  | 'readTools'
  | 'explainNumber'
  | 'readMarkdown'
>

/** `engine`: the one of the moment, for settings and demos replace it. */
export function transcriptCalls(engine: () => Engine): TranscriptCalls {
  return {
    ...textCalls(engine),
    ...markdownCall(engine),
    readTranscript: async ({ at, limit, ...target }) =>
      orFault(await engine().reading(target, (reading) => clampedPage(reading, at, limit))),
    readTail: async ({ limit, ...target }) =>
      orFault(await engine().readingEnd(target, limit, (reading) => asTail(clampedPage(reading, { before: null }, limit)))),
    findItems: async ({ text, from, ...target }) =>
      orFault(await engine().reading(target, (reading) => findItems(reading, text, from))),
    nextItem: async ({ n, direction, kinds, ...target }) =>
      orFault(await engine().reading(target, ({ index }) => ({ n: nextItem(index, n, direction, kinds) }))),
    siftItems: async ({ sift, from, ...target }) =>
      orFault(await engine().reading(target, ({ index }) => siftItems(index, sift, from))),
    listRaw: async ({ from, ...target }) => orFault(await engine().reading(target, (reading) => rawGaps(reading, from))),
    readRaw: async ({ from, limit, ...target }) =>
      orFault(await engine().reading(target, (reading) => rawPage(reading, from, limit))),
    readTools: async (target) => orFault(await engine().reading(target, toolTable)),
    explainNumber: async ({ name, ...target }) => orFault(await engine().explain(target, name)),
  }
}
