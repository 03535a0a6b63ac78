/** Copies sixteen bytes at a time, up to 15 more than asked for: whoever keeps something behind them leaves place for that. */
export function copyBytes(to: i32, from: i32, length: i32): void {
  for (let i = 0; i < length; i += 16) v128.store(to + i, v128.load(from + i))
}
