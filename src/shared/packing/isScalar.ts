import type { Scalar } from './columnKind'

/** Numbers that JSON has no word for are none. */
export function isScalar(value: unknown): value is Scalar {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}
