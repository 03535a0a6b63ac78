/** No message of a feed is much longer: making it must not keep anything else waiting. */
const PORTION_BYTES = 100_000
const ANSWER_BYTES = 200_000
/** What stands around the items of a message. */
const ENVELOPE_BYTES = 2_000

/** Takes from `pending` as many as fit into one message; those that `find` no longer knows are dropped. */
export function takePortion<K, V>(pending: Set<K>, find: (key: K) => V | undefined, spent = 0): V[] {
  const taken: V[] = []
  let bytes = ENVELOPE_BYTES + spent
  for (const key of pending) {
    const value = find(key)
    if (value === undefined) {
      pending.delete(key)
      continue
    }
    bytes += Buffer.byteLength(JSON.stringify(value)) + 1
    // The first always goes: what is too long for a message alone would stop the feed for good.
    if (bytes > PORTION_BYTES && taken.length > 0) break
    pending.delete(key)
    taken.push(value)
  }
  return taken
}

/** The first of them that fit into one answer. */
export function takeFitting<V>(values: readonly V[]): V[] {
  let bytes = 0
  const end = values.findIndex((value) => {
    bytes += Buffer.byteLength(JSON.stringify(value)) + 1
    return bytes > ANSWER_BYTES
  })
  return end < 0 ? [...values] : values.slice(0, end)
}

/** At most `limit` of them, taken out. */
export function takeSome<K>(pending: Set<K>, limit: number): K[] {
  const taken: K[] = []
  for (const key of pending) {
    if (taken.length >= limit) break
    pending.delete(key)
    taken.push(key)
  }
  return taken
}
