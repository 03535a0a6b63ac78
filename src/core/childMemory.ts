/** Where a session of an agent stood when it was last known, of those that nothing on this machine tells of. */
export interface RememberedChild {
  readonly id: string
  /** The session at the top of all. */
  readonly run: string
  readonly parent: string
  readonly type: string | null
  readonly title: string | null
  /** Its own word, be it in an event, a list or its parent's children; a call of its parent that names it; or no proof at all. */
  readonly evidence: 'session' | 'task' | 'guess'
  /** Of a guess: why it was thought so; else null. */
  readonly guess: string | null
  /** The folder it worked in: under the same id in another folder it is another session. */
  readonly directory: string
  /** The address of the program that told it. */
  readonly teller: string
}

/** What outlives the program of places in the tree. It only helps: whatever is said today counts for more. */
export interface ChildMemory {
  of(id: string): RememberedChild | null
  all(): Iterable<RememberedChild>
  /** It stands there now, unless more is remembered than that proves. Cheap where it is known already. */
  keep(child: RememberedChild): void
  forget(id: string): void
}
