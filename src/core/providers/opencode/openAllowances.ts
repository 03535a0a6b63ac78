import type { AllowanceReader } from '../../allowances'
import { asId, asObject, type Json } from '../../readJson'

/** The session's rules; releases before 1.1 wrote a table of tools into each prompt instead. */
export const ALLOWANCE_MARKS: readonly string[] = ['"permission"', '"tools"']

export function openAllowances(): AllowanceReader {
  let rules: readonly Json[] = []
  let table: Json = {}
  return {
    take(value) {
      const record = asObject(value)
      const data = asObject(record?.['data'])
      const permission = data?.['permission']
      if (record?.['kind'] === 'session' && Array.isArray(permission)) rules = permission.flatMap(ruleOf)
      if (record?.['kind'] === 'message') table = asObject(data?.['tools']) ?? table
    },
    result() {
      const denied = named(rules, 'deny')
      for (const [tool, isAllowed] of Object.entries(table)) if (isAllowed === false) denied.push(tool)
      const isClosed = rules.some((rule) => rule['permission'] === '*' && rule['action'] === 'deny')
      return {
        // What is not denied is allowed: only a rule against everything makes the list of the allowed ones complete.
        allowed: isClosed ? named(rules, 'allow') : null,
        denied: denied.length > 0 ? [...new Set(denied)] : null,
        permissionMode: null,
      }
    },
  }
}

function ruleOf(value: unknown): Json[] {
  const rule = asObject(value)
  return rule ? [rule] : []
}

function named(rules: readonly Json[], action: string): string[] {
  return rules.flatMap((rule) => {
    const permission = asId(rule['permission'])
    if (rule['action'] !== action || permission === null) return []
    const pattern = asId(rule['pattern'])
    return pattern === null || pattern === '*' ? permission : `${permission}(${pattern})`
  })
}
