/** What one measuring process has to say, as the last line of its stdout; run.mjs reads it. */
export function report(values: Readonly<Record<string, number | string | readonly number[]>>): void {
  process.stdout.write(`${JSON.stringify(values)}\n`)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** CPU time of this process since `since`, in ms. */
export function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

export function rssMb(): number {
  return process.memoryUsage().rss / 1e6
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
