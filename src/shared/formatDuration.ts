/** 0.4s · 34s · 4m12s · 2h41m · 3d: two units at most, rounded down. */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms) || ms <= 0) return '0s'
  if (ms < 1000) return `${Math.max(0.1, Math.floor(ms / 100) / 10)}s`
  const seconds = Math.floor(ms / 1000)
  if (seconds < 60) return `${seconds}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}m${pad(seconds % 60)}s`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours}h${pad(minutes % 60)}m`
  return `${Math.floor(hours / 24)}d`
}

/** How long ago, in one unit: 34s · 3m · 2h · 1d. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds}s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h`
  return `${Math.floor(seconds / 86_400)}d`
}

function pad(part: number): string {
  return String(part).padStart(2, '0')
}
