/** 14:03:46, in the reader's own zone; nothing where the record has no time. */
export function clockTime(at: string | null): string {
  const ms = at === null ? Number.NaN : Date.parse(at)
  if (Number.isNaN(ms)) return ''
  const date = new Date(ms)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The same with its day. */
export function dayAndTime(at: string | null): string {
  const ms = at === null ? Number.NaN : Date.parse(at)
  if (Number.isNaN(ms)) return ''
  const date = new Date(ms)
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
  return `${day} ${clockTime(at)}`
}
