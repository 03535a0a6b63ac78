import { asId, asObject, asText, type Json } from '../../../core/readJson'
import type { PartialTexts } from '../../partialTexts'

/** Texts that are being written, by the server's notices. */
export class WireEar {
  readonly #partials: PartialTexts

  constructor(partials: PartialTexts) {
    this.#partials = partials
  }

  hear(method: string, params: Json): void {
    const thread = asId(params['threadId'])
    if (thread === null) return
    const item = asObject(params['item'])
    const key = asId(params['itemId']) ?? asId(item?.['id'])
    if (method === 'turn/completed') this.#partials.endThread(thread)
    if (key === null) return
    const place = { thread, message: key, key }
    if (method === 'item/agentMessage/delta') this.#partials.append(place, asText(params['delta']) ?? '')
    if (item?.['type'] !== 'agentMessage') return
    if (method === 'item/started') this.#partials.tell(place, 'text', asText(item['text']) ?? '')
    if (method === 'item/completed') this.#partials.end(place, asText(item['text']) ?? '')
  }
}
