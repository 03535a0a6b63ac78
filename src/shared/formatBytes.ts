/** 812 B · 14 kB · 3.1 MB · 1.2 GB, decimal units. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  let value = bytes
  for (const unit of ['kB', 'MB', 'GB', 'TB']) {
    value /= 1000
    if (value < 999.5 || unit === 'TB') return `${value < 9.95 ? value.toFixed(1) : value.toFixed(0)} ${unit}`
  }
  return `${bytes} B`
}
