import { asId, asObject, asText, type Json } from '../../../core/readJson'
import type { PartialTexts } from '../../partialTexts'

/** The growing texts of the session's own conversation: sub-agents' are not sent. */
export class PartialEar {
  readonly #texts: PartialTexts
  readonly #run: string
  #message: string | null = null
  /** Blocks of the message that grow, oldest first. */
  readonly #open: { readonly index: number; readonly kind: 'text' | 'thinking' }[] = []

  constructor(texts: PartialTexts, run: string) {
    this.#texts = texts
    this.#run = run
  }

  hear(type: string, line: Json): void {
    if (asId(line['parent_tool_use_id']) !== null) return
    if (type === 'stream_event') this.#noteEvent(asObject(line['event']))
    else if (type === 'assistant') this.#settle(line)
    else if (type === 'result') this.#drop()
  }

  #noteEvent(event: Json | null): void {
    const index = Number(event?.['index'])
    switch (event?.['type']) {
      case 'message_start':
        this.#drop()
        this.#message = asId(asObject(event['message'])?.['id'])
        return
      case 'content_block_start': {
        const kind = asObject(event['content_block'])?.['type']
        if (kind === 'text' || kind === 'thinking') this.#begin(index, kind)
        return
      }
      case 'content_block_delta': {
        const delta = asObject(event['delta'])
        const more = asText(delta?.['text']) ?? asText(delta?.['thinking'])
        if (more !== null && this.#open.some((block) => block.index === index)) this.#texts.append(this.#place(index), more)
        return
      }
      default:
    }
  }

  #begin(index: number, kind: 'text' | 'thinking'): void {
    this.#open.push({ index, kind })
    this.#texts.tell(this.#place(index), kind, '')
  }

  /** The record of a block has come: it goes on under the record's own name until the file shows it. */
  #settle(line: Json): void {
    const message = asObject(line['message'])
    const record = asId(line['uuid'])
    if (record === null || asId(message?.['id']) !== this.#message) return
    const blocks = Array.isArray(message?.['content']) ? message['content'] : []
    for (const each of blocks) {
      const block = asObject(each)
      const at = this.#open.findIndex(({ kind }) => kind === block?.['type'])
      const open = this.#open[at]
      if (!open) continue
      this.#open.splice(at, 1)
      this.#texts.remove(this.#run, this.#place(open.index).key)
      const place = { thread: this.#run, message: record, key: record }
      const text = asText(block?.['text']) ?? asText(block?.['thinking']) ?? ''
      this.#texts.tell(place, open.kind, text)
      this.#texts.end(place, text)
    }
  }

  #drop(): void {
    for (const { index } of this.#open.splice(0)) this.#texts.remove(this.#run, this.#place(index).key)
  }

  #place(index: number): { thread: string; message: string; key: string } {
    const message = this.#message ?? ''
    return { thread: this.#run, message, key: `${message}:${index}` }
  }
}
