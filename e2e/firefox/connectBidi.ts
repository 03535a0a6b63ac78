import { z } from 'zod'

const Answer = z.object({
  id: z.number(),
  result: z
    .object({
      context: z.string().optional(),
      type: z.string().optional(),
      result: z.object({ value: z.string().optional() }).optional(),
      exceptionDetails: z.object({ text: z.string() }).optional(),
    })
    .optional(),
  error: z.string().optional(),
  message: z.string().optional(),
})
type Result = NonNullable<z.output<typeof Answer>['result']>

const Entry = z.object({
  method: z.literal('log.entryAdded'),
  params: z.object({ level: z.string(), text: z.string().nullable() }),
})

export interface Bidi {
  send(method: string, params: object): Promise<Result>
  /** What the expression promises, a string. */
  evaluate(context: string, expression: string): Promise<string>
  close(): void
}

export interface LogEntry {
  readonly level: string
  readonly text: string
}

/** WebDriver BiDi, as far as it is needed here: numbered commands over a socket, answered in any order. */
export async function connectBidi(address: string, onEntry: (entry: LogEntry) => void): Promise<Bidi> {
  const socket = new WebSocket(address)
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error(`nobody answers at ${address}`))
  })
  const waiting = new Map<number, PromiseWithResolvers<Result>>()
  socket.onmessage = ({ data }) => {
    const said: unknown = JSON.parse(String(data))
    const entry = Entry.safeParse(said)
    if (entry.success) return onEntry({ level: entry.data.params.level, text: entry.data.params.text ?? '' })
    const answer = Answer.safeParse(said)
    if (!answer.success) return
    const asked = waiting.get(answer.data.id)
    waiting.delete(answer.data.id)
    if (answer.data.error === undefined) asked?.resolve(answer.data.result ?? {})
    else asked?.reject(new Error(`${answer.data.error}: ${answer.data.message ?? ''}`))
  }
  socket.onclose = () => {
    for (const asked of waiting.values()) asked.reject(new Error('Firefox is gone'))
  }
  let last = 0
  const send: Bidi['send'] = (method, params) => {
    const answer = Promise.withResolvers<Result>()
    waiting.set(++last, answer)
    socket.send(JSON.stringify({ id: last, method, params }))
    return answer.promise
  }
  return {
    send,
    async evaluate(context, expression) {
      const { result, exceptionDetails } = await send('script.evaluate', { expression, target: { context }, awaitPromise: true })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return result?.value ?? ''
    },
    close: () => socket.close(),
  }
}
