const thin = '\u202f'

/** 999 · 1 234 · 12.3k · 191k · 1.2M; three digits at most once abbreviated. */
export function formatCount(count: number): string {
  if (count < 1000) return String(count)
  if (count < 10_000) return `${Math.floor(count / 1000)}${thin}${String(count % 1000).padStart(3, '0')}`
  let value = count
  for (const unit of ['k', 'M', 'G']) {
    value /= 1000
    const text = value < 99.95 ? value.toFixed(1) : value.toFixed(0)
    if (Number(text) < 1000 || unit === 'G') return `${text}${unit}`
  }
  return String(count)
}

/** Every digit, in groups of three before the point: what stands behind an abbreviation. */
export function formatExact(count: number): string {
  const [whole = '', ...rest] = String(count).split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, thin), ...rest].join('.')
}
