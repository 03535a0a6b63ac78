const FORGET_AFTER_MS = 10_000

/** One long value, kept while its parts are asked for one after another: it is made once, not once for each part. */
export class LastValue<T> {
  private kept: { readonly of: object; readonly name: string; readonly value: T } | null = null
  private timer: ReturnType<typeof setTimeout> | null = null

  /** `of` and `name` say what it is. */
  find(of: object, name: string): T | undefined {
    return this.kept?.of === of && this.kept.name === name ? this.kept.value : undefined
  }

  keep(of: object, name: string, value: T): void {
    this.kept = { of, name, value }
    if (this.timer) clearTimeout(this.timer)
    this.timer = setTimeout(() => this.drop(), FORGET_AFTER_MS)
    this.timer.unref()
  }

  drop(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    this.kept = null
  }
}
