import type { Health } from '../../shared/health'

export interface UnknownTypes {
  readonly types: Health['unknownRecordTypes']
  readonly records: number
  readonly version: string
  /** What a person can send to us. */
  readonly report: string
}

/** The record types that are unknown in a version of a program; null: none, or the version is not known. */
export function unknownTypesOf(all: Health['unknownRecordTypes'], version: string | null): UnknownTypes | null {
  const types = all.filter((entry) => entry.version === version)
  if (version === null || types.length === 0) return null
  const records = types.reduce((sum, { count }) => sum + count, 0)
  const lines = types.map(({ type, count }) => `${JSON.stringify(type)} ${count}`)
  return { types, records, version, report: [`Unknown record types in version ${version}`, ...lines].join('\n') }
}
