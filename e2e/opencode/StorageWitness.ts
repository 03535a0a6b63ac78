import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type StoredCall, Witness } from '../Witness'
import { taskCall } from './taskCall'

interface StoredSession {
  readonly id: string
  readonly parentID?: string
  readonly time: { readonly created: number }
}

interface StoredPart {
  readonly sessionID: string
  readonly messageID: string
}

/** Looks into the JSON files of OpenCode before 1.2, which are written in place. */
export class StorageWitness extends Witness {
  private readonly folder: string
  private readonly began = new Map<string, number>()
  private readonly sent = new Map<string, number>()
  /** Calls whose message or session could not be read yet. */
  private readonly undated: StoredPart[] = []
  private readonly seen = new Map<string, string>()

  constructor(root: string) {
    super()
    this.folder = join(root, 'opencode', 'storage')
  }

  protected override read(): void {
    for (const { id, parentID, time } of this.changed('session') as readonly StoredSession[]) {
      this.began.set(id, time.created)
      this.seeThread(id, parentID ?? null)
    }
    const parts = [...this.undated.splice(0), ...(this.changed('part') as readonly StoredPart[])]
    for (const part of parts) {
      const call = taskCall(part.sessionID, part)
      if (call) this.takeCall(call, part)
    }
  }

  /** What a fork has copied is older than the session it lies in. */
  private takeCall(call: StoredCall, part: StoredPart): void {
    const [message] = this.parse(join(this.folder, 'message', part.sessionID, `${part.messageID}.json`))
    const sent = message === undefined ? this.sent.get(part.messageID) : (message as Pick<StoredSession, 'time'>).time.created
    const began = this.began.get(part.sessionID)
    if (sent === undefined || began === undefined) {
      this.undated.push(part)
      return
    }
    this.sent.set(part.messageID, sent)
    if (sent >= began) this.seeCall(call)
  }

  private changed(kind: string): unknown[] {
    const folder = join(this.folder, kind)
    let names: string[]
    try {
      names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    } catch {
      return []
    }
    return names.filter((name) => name.endsWith('.json')).flatMap((name) => this.parse(join(folder, name)))
  }

  private parse(path: string): unknown[] {
    const stat = statSync(path, { throwIfNoEntry: false })
    const mark = `${stat?.mtimeMs} ${stat?.size}`
    if (!stat || this.seen.get(path) === mark) return []
    try {
      const value = JSON.parse(readFileSync(path, 'utf8')) as unknown
      this.seen.set(path, mark)
      return [value]
    } catch {
      // Half written: the next look finds it whole.
      return []
    }
  }
}
