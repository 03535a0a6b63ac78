/** Why a database could not be read, in words without paths; null: the error is none of the database's. */
export function sqliteFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? error.code : null
  if (code === 'ERR_OUT_OF_RANGE') return 'holds a number beyond all bounds'
  if (code !== 'ERR_SQLITE_ERROR') return null
  const number = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 1
  return WORDS.get(number) ?? error.message
}

const WORDS: ReadonlyMap<number, string> = new Map([
  [3, 'may not be read'],
  [5, 'is locked by another program'],
  [6, 'is locked by another program'],
  // What a reader without the right to write meets while a writer sets up its log.
  [8, 'is being set up by another program'],
  [10, 'cannot be read from the disk'],
  [11, 'is damaged'],
  [14, 'cannot be opened'],
  [26, 'is not a database'],
])
