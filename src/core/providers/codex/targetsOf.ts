import { asId, asObject, asWord } from '../../readJson'

/** Whom a call means: ids in the first runtime, paths and last parts of paths in the second. */
export function targetsOf(input: unknown): readonly string[] {
  const args = asObject(input)
  const several = args?.['targets'] ?? args?.['ids']
  if (Array.isArray(several)) return several.flatMap((one) => asId(one) ?? [])
  const one = asWord(args?.['target']) ?? asWord(args?.['id'])
  return one === undefined ? [] : [one]
}
