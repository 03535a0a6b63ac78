import type { PageFile } from './pageFiles'

/** What the page may do and load: its own files, and pictures from transcripts that are already here. `sockets`: where it may connect to. */
export function pagePolicy(sockets: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src ${["'self'", ...sockets].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Headers of every answer that carries a file of the page. */
export function pageHeaders(file: PageFile, sockets: readonly string[]): Record<string, string> {
  return {
    ...safeHeaders,
    'content-type': file.type,
    'content-length': String(file.body.length),
    'content-security-policy': pagePolicy(sockets),
    'cache-control': file.isForever ? 'private, max-age=31536000, immutable' : 'no-store',
  }
}

/** Headers of every answer there is. */
export const safeHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
}
