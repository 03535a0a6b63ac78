/** 24 h, of the place where it is read. */
export function localTime(instant: string): string {
  const at = new Date(instant)
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':')
}
