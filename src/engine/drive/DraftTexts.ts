/** Long texts of one page on their way, put down part by part. */
export class DraftTexts {
  private readonly texts = new Map<string, string>()

  /** Says why it is not taken; null: it is. `from` 0 begins it anew. */
  put(name: string, from: number, text: string): string | null {
    const known = from === 0 ? '' : (this.texts.get(name) ?? '')
    if (from !== known.length) return `The text is ${known.length} letters long so far: a part from ${from} on has no place.`
    if (known.length + text.length > LONGEST) return `A text may be ${LONGEST / MEGA} million letters long.`
    this.texts.delete(name)
    this.texts.set(name, known + text)
    for (const oldest of this.texts.keys()) if (this.texts.size > MOST) this.texts.delete(oldest)
    return null
  }

  /** Null: nothing was put down under this name. */
  find(name: string): string | null {
    return this.texts.get(name) ?? null
  }

  drop(name: string): void {
    this.texts.delete(name)
  }
}

const MEGA = 1024 * 1024
const LONGEST = 8 * MEGA
/** A page has a draft for each composer that is open. */
const MOST = 40
