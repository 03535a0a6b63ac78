import { asId, asObject, asText, type Json } from '../../../core/readJson'

/** Patches of items that are not over yet: an approval only names its item. Of a long thread all of them would be megabytes for good. */
export class OpenPatches {
  readonly #patches = new Map<string, { readonly thread: string | null; readonly words: string }>()

  /** False: no item that changes files. */
  note(thread: string | null, item: Json | null): boolean {
    const id = asId(item?.['id'])
    const changes = item?.['changes']
    if (id === null || item?.['type'] !== 'fileChange' || !Array.isArray(changes)) return false
    const words = changes.map((each: unknown) => {
      const change = asObject(each)
      return `${asText(change?.['path']) ?? 'a file'}\n${asText(change?.['diff']) ?? ''}`
    })
    this.#patches.set(id, { thread, words: words.join('\n\n') })
    return true
  }

  /** Null: not told, or its item is over. */
  of(item: string | null): string | null {
    return item === null ? null : (this.#patches.get(item)?.words ?? null)
  }

  end(item: string | null): void {
    if (item !== null) this.#patches.delete(item)
  }

  /** Of an item that was cut short with its turn nobody says that it is over. */
  endThread(thread: string): void {
    for (const [id, patch] of this.#patches) if (patch.thread === thread) this.#patches.delete(id)
  }
}
