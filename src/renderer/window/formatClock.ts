/** An instant as this place's clock and calendar say it: `2026-11-18 14:03:46`. */
export function formatClock(instant: string): string {
  const date = new Date(instant)
  const two = (part: number): string => String(part).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}
