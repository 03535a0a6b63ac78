import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productFolder } from './productFolder'

export function productVersion(): string {
  const text = readFileSync(join(productFolder(), 'package.json'), 'utf8')
  const parsed: unknown = JSON.parse(text)
  const version = typeof parsed === 'object' && parsed !== null && 'version' in parsed ? parsed.version : null
  return typeof version === 'string' ? version : 'unknown'
}
