import type { Catalog } from './catalog'
import type { RunReader } from './runReader'

/** A file whose beginning cannot be read names no run, but the one that started its agent does: there it is told that it is unreadable. */
export function adoptUnplaced(catalog: Catalog, reader: RunReader): void {
  const missing = agentsWithoutFile(reader)
  if (missing.size === 0) return
  for (const { path, size, run, spec } of catalog.files.values()) {
    if (run !== null || size === 0 || spec.role !== 'thread' || !missing.has(spec.agent ?? '')) continue
    reader.read(path, { ...spec, role: 'agent', run: reader.run.id }, { isFinished: true })
  }
}

/** Named by a call's answer or link, and nowhere heard. */
function agentsWithoutFile({ run }: RunReader): ReadonlySet<string> {
  const named = new Set<string>()
  for (const { answers, links } of run.sources.values()) {
    for (const { agent } of answers.values()) if (agent !== null) named.add(agent)
    for (const { agent } of links.values()) named.add(agent)
  }
  for (const { threads } of run.sources.values()) for (const thread of threads.keys()) named.delete(thread)
  return named
}
