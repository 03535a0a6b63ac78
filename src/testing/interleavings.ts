/** Every way of laying two sequences of these lengths into one another; true: the next comes from the second. */
export function* interleavings(first: number, second: number): Generator<boolean[]> {
  if (first === 0 || second === 0) {
    yield [...Array<boolean>(first).fill(false), ...Array<boolean>(second).fill(true)]
    return
  }
  for (const rest of interleavings(first - 1, second)) yield [false, ...rest]
  for (const rest of interleavings(first, second - 1)) yield [true, ...rest]
}
