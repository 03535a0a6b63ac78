import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The one file below `root` with this name. */
export function findFile(root: string, name: string): string {
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => basename(path) === name)
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} files named ${name} below ${root}`)
  return join(root, found[0])
}

/** Changes a file's bytes. */
export function rewriteFile(path: string, change: (bytes: Buffer) => Buffer): void {
  writeFileSync(path, change(readFileSync(path)))
}

/** The same lines with `extra` put in before line number `line`, counted from 1. */
export function insertLine(bytes: Buffer, line: number, extra: Buffer): Buffer {
  let offset = 0
  for (let count = 1; count < line; count += 1) offset = bytes.indexOf(10, offset) + 1
  return Buffer.concat([bytes.subarray(0, offset), extra, Buffer.from('\n'), bytes.subarray(offset)])
}
