import type { Gist } from './gist'

/** Which conversation a record belongs to. Releases up to 2.0.24 write agents into the main file, as chains of records. */
export function openThreads(run: string, agent: string | null): (gist: Gist) => string {
  const chains = new Map<string, string>()
  return (gist) => {
    if (agent !== null) return agent
    if (!gist.isSidechain) return run
    if (gist.agentId !== null) return gist.agentId
    const own = gist.uuid ?? `chain@${gist.at}`
    // A lost record breaks a chain: what follows becomes an orphan of its own and nothing else is harmed.
    const chain = (gist.parentUuid === null ? undefined : chains.get(gist.parentUuid)) ?? own
    chains.set(own, chain)
    return chain
  }
}
