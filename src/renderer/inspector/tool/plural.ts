import { formatExact } from '../../../shared/formatCount'

/** 1 line · 1 234 lines. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatExact(count)} ${count === 1 ? one : many}`
}
