import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { applyTo, type Forest, runOf } from '../core/model/forest'
import type { Provider, SourceSpec } from '../core/provider'

export interface RecordedFile {
  readonly path: string
  readonly bytes: Buffer
  readonly spec: SourceSpec
}

/** Every source below a provider root, in memory: what the pure rooms are tested with. */
export function readSources(root: string, provider: Provider): RecordedFile[] {
  const files: RecordedFile[] = []
  const walk = (folder: string): void => {
    for (const name of readdirSync(folder).sort()) {
      const at = join(folder, name)
      if (statSync(at).isDirectory()) walk(at)
      else {
        const path = relative(root, at).split(sep).join('/')
        const spec = provider.recognise(path)
        if (spec && spec.role !== 'registry') files.push({ path, bytes: readFileSync(at), spec })
      }
    }
  }
  walk(root)
  return files
}

/** Which run a source belongs to: by its path, else by its first record. */
export function runOfSource(file: RecordedFile, provider: Provider): string | null {
  if (file.spec.run !== null) return file.spec.run
  return provider.readHead(file.bytes.toString('utf8').split('\n').slice(0, 20)).run
}

export interface Feeder {
  /** Gives the decoder the next bytes; only complete lines are read. */
  push(chunk: Buffer): void
}

export function feedInto(forest: Forest, provider: Provider, file: RecordedFile, run: string): Feeder {
  const target = runOf(forest, provider.id, run)
  const decoder = provider.openDecoder(file.spec, run)
  let rest = Buffer.alloc(0)
  let line = 0
  return {
    push(chunk) {
      rest = Buffer.concat([rest, chunk])
      if (file.spec.format === 'whole') {
        decoder.whole(rest.toString('utf8'), (event) => applyTo(target, file.path, event, 0))
        return
      }
      let start = 0
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, start)) {
        line++
        if (end > start) decoder.line(rest, start, end, (event) => applyTo(target, file.path, event, line))
        start = end + 1
      }
      rest = rest.subarray(start)
    },
  }
}
