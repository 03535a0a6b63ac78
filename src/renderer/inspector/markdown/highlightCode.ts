import type { CodeSpan } from './codeSpan'

interface Waiting {
  readonly id: number
  readonly language: string
  readonly text: string
  done(spans: readonly CodeSpan[] | null): void
}

/** Above it colours cost more than they tell. */
export const longestHighlighted = 40_000
const patienceMs = 2000
const mostKept = 300

const kept = new Map<string, readonly CodeSpan[]>()
const queue: Waiting[] = []
let worker: Worker | null = null
let isBroken = false
let current: Waiting | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let lastId = 0

/** What is known already, without waiting. */
export function highlighted(language: string, text: string): readonly CodeSpan[] | undefined {
  return kept.get(`${language}\n${text}`)
}

/** Null: not worth it, not possible, or it took too long. The code is shown without colours then. */
export function highlightCode(language: string, text: string): Promise<readonly CodeSpan[] | null> {
  const known = highlighted(language, text)
  if (known) return Promise.resolve(known)
  if (isBroken || text.length > longestHighlighted) return Promise.resolve(null)
  return new Promise((resolve) => {
    lastId += 1
    queue.push({ id: lastId, language, text, done: resolve })
    next()
  })
}

function next(): void {
  if (current || isBroken) return
  current = queue.shift() ?? null
  if (!current) return
  const { id, language, text } = current
  timer = setTimeout(giveUp, patienceMs)
  worker ??= openWorker()
  worker.postMessage({ id, language, text })
}

function openWorker(): Worker {
  const opened = new Worker(new URL('./highlightWorker.ts', import.meta.url), { type: 'module' })
  opened.onmessage = (event: MessageEvent<{ id: number; spans: readonly CodeSpan[] }>) => {
    if (event.data.id === current?.id) settle(event.data.spans)
  }
  opened.onerror = () => {
    isBroken = true
    settle(null)
    for (const waiting of queue.splice(0)) waiting.done(null)
  }
  return opened
}

/** The worker is lost to this text; the next one gets a fresh one. */
function giveUp(): void {
  worker?.terminate()
  worker = null
  settle(null)
}

function settle(spans: readonly CodeSpan[] | null): void {
  clearTimeout(timer)
  const settled = current
  current = null
  if (settled) {
    if (spans) keep(`${settled.language}\n${settled.text}`, spans)
    settled.done(spans)
  }
  next()
}

function keep(name: string, spans: readonly CodeSpan[]): void {
  kept.set(name, spans)
  if (kept.size <= mostKept) return
  const [oldest] = kept.keys()
  if (oldest !== undefined) kept.delete(oldest)
}
