import { formatExact } from '../../shared/formatCount'

export type ParsedSetting<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string }

interface NumberRule {
  readonly unit: string
  readonly least: number
  readonly most: number
  readonly isWhole: boolean
}

export function parseNumber(text: string, { unit, least, most, isWhole }: NumberRule): ParsedSetting<number> {
  const value = Number(text.trim().replace(',', '.'))
  if (text.trim() === '' || !Number.isFinite(value)) return { ok: false, why: `Not a number. A number of ${unit} is needed.` }
  if (isWhole && !Number.isInteger(value)) return { ok: false, why: `Whole ${unit} only.` }
  if (value < least || value > most) return { ok: false, why: `From ${least} to ${formatExact(most)} ${unit}.` }
  return { ok: true, value }
}

/** A path as a person writes it; '' for none. Whether there is anything at it only the engine can tell. */
export function parsePath(text: string): ParsedSetting<string | null> {
  const path = text.trim()
  if (path === '') return { ok: true, value: null }
  // From the root, a drive, a share or the home folder: there is no folder it could start from otherwise.
  const isWhole = /^(\/|~([/\\]|$)|[A-Za-z]:[/\\]|\\\\)/.test(path)
  return isWhole ? { ok: true, value: path } : { ok: false, why: 'A whole path is needed: it starts with / or ~.' }
}
