import type { ImageBody } from '../../itemBody'
import { asObject, asText, type Json } from '../../readJson'
import { isInjected } from './isInjected'
import { readImage } from './readImage'

/** A message in the user's name, apart: what the harness put there, and what was asked. */
export interface MessageParts {
  readonly injected: string
  readonly asked: string
  readonly images: readonly ImageBody[]
}

/** Images are set between two of these. */
const IMAGE_FRAME = /^\s*<\/?image(?: [^<>]*)?>\s*$/

export function readParts(payload: Json): MessageParts {
  const kinds = asObject(payload['internal_chat_message_metadata_passthrough'])?.['content_item_kinds']
  const content = payload['content']
  const injected: string[] = []
  const asked: string[] = []
  const images: ImageBody[] = []
  const parts: readonly unknown[] = typeof content === 'string' ? [{ text: content }] : Array.isArray(content) ? content : []
  parts.forEach((value, i) => {
    const part = asObject(value)
    const image = readImage(part)
    if (image) images.push(image)
    const text = asText(part?.['text'])
    if (text === null || IMAGE_FRAME.test(text)) return
    const kind = Array.isArray(kinds) ? asText(kinds[i]) : null
    const isHarness = payload['role'] !== 'user' || isInjected(text, kind)
    ;(isHarness ? injected : asked).push(text)
  })
  return { injected: injected.join('\n'), asked: asked.join('\n'), images }
}

const REQUEST = /^## My request for [^\n]*:\n/m

/** An editor puts what is open in it before the request. */
export function requestOf(asked: string): string {
  if (!asked.startsWith('# Context from my IDE')) return asked
  const match = REQUEST.exec(asked)
  return match ? asked.slice(match.index + match[0].length) : asked
}
