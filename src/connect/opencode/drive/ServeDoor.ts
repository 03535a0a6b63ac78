import { asObject, asText, parseJson } from '../../../core/readJson'
import { fail, ok, type Result } from '../../../shared/result'

/** Why a server of ours did not do something, in words for a person. */
export interface DoorFault {
  /** Null: nobody answered. */
  readonly status: number | null
  readonly message: string
  /** What to do instead, where it is known. */
  readonly advice?: string
}

const ANSWERS_WITHIN_MS = 30_000

/** The way into one server of ours. */
export class ServeDoor {
  readonly url: string
  readonly #authorization: string

  constructor(url: string, password: string) {
    this.url = url
    this.#authorization = `Basic ${Buffer.from(`opencode:${password}`).toString('base64')}`
  }

  get(path: string, folder: string | null): Promise<Result<unknown, DoorFault>> {
    return this.#call('GET', path, folder)
  }

  post(path: string, folder: string | null, body: unknown = {}): Promise<Result<unknown, DoorFault>> {
    return this.#call('POST', path, folder, body)
  }

  patch(path: string, folder: string | null, body: unknown): Promise<Result<unknown, DoorFault>> {
    return this.#call('PATCH', path, folder, body)
  }

  /** Events of all folders; rejects when it cannot be opened. */
  async events(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const headers = { authorization: this.#authorization, accept: 'text/event-stream' }
    const response = await fetch(`${this.url}/global/event`, { headers, signal })
    if (!response.ok || !response.body) throw new Error(`it answers with status ${response.status}`)
    return response.body
  }

  async #call(method: string, path: string, folder: string | null, body?: unknown): Promise<Result<unknown, DoorFault>> {
    const url = new URL(this.url + path)
    if (folder !== null) url.searchParams.set('directory', folder)
    const headers: Record<string, string> = { authorization: this.#authorization }
    if (body !== undefined) headers['content-type'] = 'application/json'
    try {
      const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS)
      const response = await fetch(url, { method, headers, signal, body: body === undefined ? null : JSON.stringify(body) })
      const text = await response.text()
      if (response.ok) return ok(text === '' ? null : parseJson(text))
      return fail({
        status: response.status,
        message: wordsOf(text) ?? `The OpenCode server answered with status ${response.status}.`,
      })
    } catch (error) {
      const why = error instanceof Error && error.name === 'TimeoutError' ? 'gave no answer in time' : 'cannot be reached'
      return fail({ status: null, message: `The OpenCode server ${why}.` })
    }
  }
}

function wordsOf(text: string): string | null {
  const answer = asObject(parseJson(text))
  return asText(asObject(answer?.['data'])?.['message']) ?? asText(answer?.['message'])
}
