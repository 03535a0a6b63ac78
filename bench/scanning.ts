// One way to read every line of a list of files, on one thread or on several: `scanning <list> <way> <threads>`.
import { closeSync, createReadStream, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { report } from './measure/report'

const READ_BYTES = 1 << 20

interface Job {
  readonly paths: readonly string[]
  readonly way: string
}

let buffer = Buffer.allocUnsafeSlow(READ_BYTES)

/** Whole lines of a file. */
function eachLine(path: string, onLine: (buffer: Buffer, start: number, end: number) => void): void {
  const handle = openSync(path, 'r')
  let kept = 0
  for (;;) {
    // Grown for the longest line, and kept for all files: a buffer per file would cost more than the reading.
    if (kept === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)])
    const read = readSync(handle, buffer, kept, buffer.length - kept, null)
    if (read === 0) break
    const end = kept + read
    const filled = buffer.subarray(0, end)
    let start = 0
    for (let at = filled.indexOf(10, kept); at >= 0; at = filled.indexOf(10, start)) {
      onLine(buffer, start, at)
      start = at + 1
    }
    buffer.copyWithin(0, start, end)
    kept = end - start
  }
  closeSync(handle)
}

function typeOf(text: string): number {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null && 'type' in value ? 1 : 0
}

async function scan({ paths, way }: Job): Promise<number> {
  let count = 0
  for (const path of paths) {
    if (way === 'readline') {
      const lines = createInterface({ input: createReadStream(path, { highWaterMark: 1 << 18 }), crlfDelay: Infinity })
      for await (const line of lines) count += typeOf(line)
    } else if (way === 'parse') eachLine(path, (buffer, start, end) => (count += typeOf(buffer.toString('utf8', start, end))))
    else eachLine(path, () => count++)
  }
  return count
}

function dealBySize(paths: readonly string[], hands: number): string[][] {
  const dealt = Array.from({ length: hands }, () => ({ bytes: 0, paths: [] as string[] }))
  const sized = paths.map((path) => ({ path, bytes: statSync(path).size })).sort((a, b) => b.bytes - a.bytes)
  for (const { path, bytes } of sized) {
    const smallest = dealt.reduce((least, hand) => (hand.bytes < least.bytes ? hand : least))
    smallest.bytes += bytes
    smallest.paths.push(path)
  }
  return dealt.map((hand) => hand.paths)
}

function inWorker(job: Job): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: job })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

if (isMainThread) {
  const [, , list = '', way = '', threads = '1'] = process.argv
  const paths = readFileSync(list, 'utf8').trimEnd().split('\n')
  const hands = Number(threads) === 1 ? [paths] : dealBySize(paths, Number(threads))
  const began = performance.now()
  const counts = await Promise.all(
    hands.map((hand) => (hands.length === 1 ? scan({ paths: hand, way }) : inWorker({ paths: hand, way }))),
  )
  report({ ms: performance.now() - began, lines: counts.reduce((sum, count) => sum + count, 0) })
} else {
  // Trusted: this same file wrote it.
  parentPort?.postMessage(await scan(workerData as Job))
}
