/** Below 0: `a` is older. Numbers between dots count, whatever stands behind them does not. */
export function compareVersions(a: string, b: string): number {
  const left = numbersOf(a)
  const right = numbersOf(b)
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function numbersOf(version: string): number[] {
  const digits = /^v?(\d+(?:\.\d+)*)/.exec(version.trim())?.[1]
  return digits === undefined ? [] : digits.split('.').map(Number)
}
