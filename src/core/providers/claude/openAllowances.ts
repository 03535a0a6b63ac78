import type { AllowanceReader } from '../../allowances'
import { asObject, asWord } from '../../readJson'

/** Every record that says what an agent may do holds one of these. */
export const ALLOWANCE_MARKS: readonly string[] = ['"prompt_snapshot"', '"deferred_tools_delta"', '"permissionMode":"']

/** Tools are told with the prompt of a request; the ones that come later on request are told by name, whenever they change. */
export function openAllowances(): AllowanceReader {
  let listed: readonly string[] | null = null
  let permissionMode: string | null = null
  const onRequest = new Set<string>()
  return {
    take(value) {
      const record = asObject(value)
      const isSaid = record?.['type'] === 'user' || record?.['type'] === 'permission-mode'
      if (isSaid) permissionMode = asWord(record?.['permissionMode']) ?? permissionMode
      const attachment = record?.['type'] === 'attachment' ? asObject(record['attachment']) : null
      if (attachment?.['type'] === 'prompt_snapshot' && Array.isArray(attachment['tools'])) {
        listed = attachment['tools'].flatMap((tool) => asWord(asObject(tool)?.['name']) ?? [])
      }
      if (attachment?.['type'] !== 'deferred_tools_delta') return
      for (const name of words(attachment['addedNames'])) onRequest.add(name)
      for (const name of words(attachment['removedNames'])) onRequest.delete(name)
    },
    result: () => ({ allowed: listed && [...new Set([...listed, ...onRequest])], denied: null, permissionMode }),
  }
}

function words(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((one) => asWord(one) ?? []) : []
}
