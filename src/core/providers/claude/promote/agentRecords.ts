import type { Outline } from './outlineRecord'

/**
 * The records of one agent, in file order. A file of its own is all of them; releases that wrote agents into the main file marked
 * them as side chains, which are named by their agent or else by their first record.
 */
export function agentRecords(records: readonly Outline[], agent: string, isOwnFile: boolean): readonly Outline[] {
  if (isOwnFile) return records
  const chain = new Set<string>()
  return records.filter((record) => {
    if (!record.isSidechain) return false
    if (record.agent !== null) return record.agent === agent
    const isMember = record.uuid === agent || (record.parent !== null && chain.has(record.parent))
    if (isMember && record.uuid !== null) chain.add(record.uuid)
    return isMember
  })
}
