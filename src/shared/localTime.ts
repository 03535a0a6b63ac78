/** 24 h with seconds, of the place where it is read. */
export function localTime(instant: string): string {
  const at = new Date(instant)
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(':')
}

/** `14:02`, with the day before it where that is not the day of `nowMs`. */
export function localMoment(instant: string, nowMs: number): string {
  const [at, now] = [new Date(instant), new Date(nowMs)]
  const time = localTime(instant).slice(0, 5)
  return at.toDateString() === now.toDateString()
    ? time
    : `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())} ${time}`
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0')
}
