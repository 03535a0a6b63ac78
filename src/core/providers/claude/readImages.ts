import type { ImageBody } from '../../itemBody'
import { asObject, asText, type Json } from '../../readJson'

export function readImage(block: Json | null): ImageBody | null {
  if (block?.['type'] !== 'image') return null
  const source = asObject(block['source'])
  return {
    mediaType: asText(source?.['media_type']) ?? '',
    data: source?.['type'] === 'base64' ? asText(source['data']) : null,
  }
}

/** The images of a tool's result, in order. */
export function readImages(content: unknown): readonly ImageBody[] {
  if (!Array.isArray(content)) return NONE
  return content.flatMap((block) => readImage(asObject(block)) ?? [])
}

const NONE: readonly ImageBody[] = []

/** Bytes are no text: what holds them is named and nothing more. */
export function nameAttachments(content: readonly unknown[]): unknown[] {
  return content.map((block) => {
    const object = asObject(block)
    const type = asText(object?.['type'])
    const isAttachment = type === 'image' || asObject(object?.['source'])?.['type'] === 'base64'
    return isAttachment ? { type: 'text', text: `[${type ?? 'attachment'}]` } : block
  })
}
