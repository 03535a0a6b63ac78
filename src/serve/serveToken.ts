import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** What opens the door: 32 random bytes, in letters a link may carry. */
export function makeServeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** In constant time: hashed first, so that neither the length nor the first wrong letter can be measured. */
export function isServeToken(given: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}
