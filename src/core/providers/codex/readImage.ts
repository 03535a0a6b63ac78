import type { ImageBody } from '../../itemBody'
import { asText, type Json } from '../../readJson'

const DATA = /^data:([^;,]*);base64,/

/** A part of a message that is an image. */
export function readImage(part: Json | null): ImageBody | null {
  if (part?.['type'] !== 'input_image') return null
  const url = asText(part['image_url']) ?? ''
  const match = DATA.exec(url)
  return match ? { mediaType: match[1] ?? '', data: url.slice(match[0].length) } : { mediaType: '', data: null }
}
