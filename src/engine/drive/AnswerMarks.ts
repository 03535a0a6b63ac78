import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../walkRoot'

/** Longer than any answer takes on its way: what is asked after that is asked again. */
const ON_ITS_WAY_MS = 60_000

/** Several programs of ours may show one ask: the first that answers leaves a mark, and the others see it. */
export class AnswerMarks {
  private readonly folder: string
  private readonly now: () => number

  constructor(stateFolder: string, now: () => number) {
    this.folder = join(stateFolder, 'drive', 'answers')
    this.now = now
  }

  /** `word`: what is answered, for the others. False: somebody else is at it. */
  take(ask: string, word = ''): boolean {
    this.sweep()
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 })
      writeFileSync(this.pathOf(ask), word, { flag: 'wx', mode: 0o600 })
      return true
    } catch (error) {
      // Where no mark can be left, there is nobody to see one either.
      return errorCode(error) !== 'EEXIST'
    }
  }

  isTaken(ask: string): boolean {
    return this.ageOf(this.pathOf(ask)) < ON_ITS_WAY_MS
  }

  /** The word of whoever is at it; null: nobody is. */
  wordOf(ask: string): string | null {
    try {
      return this.isTaken(ask) ? readFileSync(this.pathOf(ask), 'utf8') : null
    } catch {
      // Swept away in between.
      return null
    }
  }

  /** It came to nothing: others may answer. */
  give(ask: string): void {
    rmSync(this.pathOf(ask), { force: true })
  }

  private pathOf(ask: string): string {
    return join(this.folder, createHash('sha256').update(ask).digest('hex').slice(0, 32))
  }

  private ageOf(path: string): number {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats ? this.now() - stats.mtimeMs : Number.POSITIVE_INFINITY
  }

  private sweep(): void {
    let names: readonly string[] = []
    try {
      names = readdirSync(this.folder)
    } catch (error) {
      errorCode(error)
    }
    for (const name of names) {
      const path = join(this.folder, name)
      if (this.ageOf(path) >= ON_ITS_WAY_MS) rmSync(path, { force: true })
    }
  }
}
