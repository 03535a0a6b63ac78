import { soundTime } from '../../soundTime'

/** Milliseconds as the product writes them; NaN: not said. */
export function readTime(value: unknown): number {
  return typeof value === 'number' ? soundTime(value) : Number.NaN
}
