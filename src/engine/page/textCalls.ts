import type { ImageBody } from '../../core/itemBody'
import type { contract } from '../../shared/contract'
import { RpcError } from '../../shared/fault'
import type { Handlers } from '../../shared/rpc'
import type { ImagePart } from '../../shared/transcriptParts'
import type { Engine } from '../engine'
import { LastValue } from '../transcript/LastValue'
import { partOfText } from '../transcript/partOfText'
import type { TranscriptReading } from '../transcript/reading'
import { wholeText } from '../transcript/wholeText'
import { orFault } from './lookupFault'

type TextCalls = Pick<Handlers<typeof contract>, 'readText' | 'readImage'>

/** What a page may draw; an SVG is a program. */
const MEDIA_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
/** Whole groups of four: every portion can be decoded by itself. */
const PORTION = 180_000

/** Texts and images too long for one message, in parts. */
export function textCalls(engine: () => Engine): TextCalls {
  const texts = new LastValue<string>()
  const images = new LastValue<readonly ImageBody[]>()
  return {
    readText: async ({ n, part, from, ...target }) => {
      const text = orFault(
        await engine().reading(target, (reading) => {
          // Transcripts without an item share one index.
          const name = `${target.run} ${target.key} ${n} ${part}`
          const known = from > 0 ? texts.find(reading.index, name) : undefined
          const whole = known ?? textOrFault(reading, n, wholeText(reading, n, part))
          texts.keep(reading.index, name, whole)
          return whole
        }),
      )
      const answer = partOfText(text, from)
      if (answer.next === null) texts.drop()
      return answer
    },
    readImage: async ({ n, index, from, ...target }) => {
      const found = orFault(
        await engine().reading(target, (reading) => {
          const known = from > 0 ? images.find(reading.index, String(n)) : undefined
          const all = known ?? reading.images(n)
          images.keep(reading.index, String(n), all)
          return all
        }),
      )
      const answer = portionOf(found, index, from)
      if (answer.next === null) images.drop()
      return answer
    },
  }
}

function textOrFault({ key, path }: TranscriptReading, n: number, text: string | null | undefined): string {
  if (text === undefined) throw new RpcError({ code: 'not_found', message: `no item ${n} in the transcript of ${key}` })
  if (text === null) throw new RpcError({ code: 'unreadable', message: `${path}: the record of item ${n} can no longer be read` })
  return text
}

function portionOf(images: readonly ImageBody[], index: number, from: number): ImagePart {
  const image = images[index]
  if (!image) throw new RpcError({ code: 'not_found', message: `the item has ${images.length} images` })
  const { mediaType, data } = image
  if (!MEDIA_TYPES.has(mediaType)) throw new RpcError({ code: 'not_supported', message: `images of this type are not shown` })
  if (data === null) throw new RpcError({ code: 'no_data', message: 'the image itself is not in the transcript' })
  if (from === 0 && !/^[A-Za-z0-9+/]*={0,2}$/.test(data))
    throw new RpcError({ code: 'unreadable', message: 'the image is damaged' })
  const end = Math.min(data.length, from + PORTION)
  const next = end < data.length ? end : null
  return {
    mediaType,
    data: data.slice(from, end),
    from: Math.min(from, data.length),
    total: data.length,
    next,
    count: images.length,
  }
}
