import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { bomLength } from '../../../core/framing/bomLength'
import type { Bytes } from '../../../core/framing/bytes'
import { splitLines } from '../../../core/framing/splitLines'
import type { Damage } from '../../../core/providers/claude/promote/damageBetween'
import { type Outline, outlineRecord } from '../../../core/providers/claude/promote/outlineRecord'
import { parseJson } from '../../../core/readJson'

export interface OutlinedFile {
  readonly records: readonly Outline[]
  readonly damage: readonly Damage[]
  /** It ends in the middle of a line: that one may be in the making. */
  readonly isTorn: boolean
}

const CHUNK_BYTES = 1 << 20
/** The CLI's own books are most of a transcript, and each begins like this. */
const BOOKS = '{"type":"api-request'

/** Outlines of all complete lines, a chunk at a time: the program goes on meanwhile, and only one chunk is in memory. Throws as reading does. */
export async function readOutlines(path: string, file: number): Promise<OutlinedFile> {
  const handle = await openToRead(path)
  try {
    const outliner = new Outliner(file)
    await readChunks(handle, outliner)
    return outliner
  } finally {
    await handle.close()
  }
}

/** A named pipe among the files must not hold us up for ever. */
export async function openToRead(path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw new Error(`${path} is no file`)
}

async function readChunks(handle: FileHandle, outliner: Outliner): Promise<void> {
  let buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  let filled = 0
  let offset = 0
  for (;;) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, offset + filled)
    if (bytesRead === 0) break
    filled += bytesRead
    const rest = outliner.take(buffer, filled, offset)
    buffer.copyWithin(0, rest, filled)
    filled -= rest
    offset += rest
    if (filled === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2)
  }
  outliner.isTorn = filled > 0
}

class Outliner implements OutlinedFile {
  readonly records: Outline[] = []
  readonly damage: Damage[] = []
  isTorn = false
  private readonly file: number
  private line = 0

  constructor(file: number) {
    this.file = file
  }

  /** Returns where the first line begins that is not complete. */
  take(buffer: Buffer, filled: number, offset: number): number {
    const bytes: Bytes = buffer
    const from = offset === 0 ? bomLength(bytes, filled) : 0
    return splitLines(bytes, from, filled, (start, end) => {
      this.outline(buffer.toString('utf8', start, end), offset + start, end - start)
      this.line++
    })
  }

  private outline(text: string, offset: number, length: number): void {
    const { file, line } = this
    if (text.startsWith(BOOKS) || text.trim() === '') return
    const outline = outlineRecord(parseJson(text), { file, line, offset, length }, text)
    if (outline) this.records.push(outline)
    else this.damage.push({ file, line })
  }
}
