import { onBeat } from './onBeat'

/** A store, as far as it is heard. */
export interface Heard<S> {
  readonly getState: () => S
  readonly subscribe: (listener: (state: S) => void) => () => void
}

export interface Hearing<S, T> {
  readonly select: (state: S) => T
  /** What changed may wait for the next beat. */
  readonly isQuiet: (now: T, before: T) => boolean
}

/** Tells when what is selected has changed: at once, or with the next beat where that is early enough. */
export function hearCalmly<S, T>(store: Heard<S>, { select, isQuiet }: Hearing<S, T>, onChange: () => void): () => void {
  let told = select(store.getState())
  let callOff: (() => void) | null = null
  const tell = (): void => {
    callOff?.()
    callOff = null
    told = select(store.getState())
    onChange()
  }
  const end = store.subscribe((state) => {
    const now = select(state)
    if (Object.is(now, told)) return
    if (!isQuiet(now, told)) tell()
    else callOff ??= onBeat(tell)
  })
  return () => {
    end()
    callOff?.()
  }
}
