import { resolve } from 'node:path'
import type { Engine, IndexProgress, ListFilter } from '../../engine/engine'
import { formatCount } from '../../shared/formatCount'
import { uriSyntax } from '../../shared/uriSyntax'
import type { RunRow } from '../../shared/views'
import type { CommandContext, ParsedArguments, RunCommand } from '../command'
import { renderRuns } from '../list/renderRuns'
import { missingProvider } from '../openTarget'
import { refuse, say, writeLines } from '../say'
import { writeJson } from '../writeJson'

export const listRuns: RunCommand = async (args, context) => {
  const filter = filterOf(args, context)
  if (filter.provider !== null) {
    const known = [...new Set([...(await context.providers()), ...uriSyntax.keys()])]
    if (!known.includes(filter.provider)) {
      return refuse(context, `"${filter.provider}" is not a known provider; valid: --provider ${known.join(' | ')}.`, 2)
    }
    const missing = await missingProvider(context, filter.provider)
    if (missing !== null) return refuse(context, missing, 1)
  }
  const engine = await context.engine()
  const rows = await withProgress(context, (onProgress) => engine.list(filter, onProgress))
  if (rows.length === 0 && filter.limit !== 0) await sayWhereWeLooked(context, engine, filter)
  if (args.flags['json']) await writeJson(context.out, rows)
  else if (rows.length > 0) {
    const settings = { width: context.out.columns(), now: context.now(), home: context.home, pauses: engine.pauses }
    await writeLines(context, renderRuns(rows, settings))
  }
  return 0
}

function filterOf({ flags }: ParsedArguments, context: CommandContext): ListFilter {
  const text = (name: string) => (typeof flags[name] === 'string' ? flags[name] : null)
  const project = text('project')
  return {
    provider: text('provider'),
    project: project === null ? null : resolve(context.workingFolder, project),
    liveOnly: flags['live'] === true,
    limit: typeof flags['limit'] === 'number' ? flags['limit'] : null,
  }
}

/** A line that counts up on stderr while old runs are read; only for people. */
async function withProgress(
  context: CommandContext,
  work: (onProgress: (progress: IndexProgress) => void) => Promise<readonly RunRow[]>,
): Promise<readonly RunRow[]> {
  if (!context.err.isTerminal) return work(() => undefined)
  let shown = false
  let last = 0
  const rows = await work(({ doneRuns, totalRuns }) => {
    if (context.now() - last < 80) return
    last = context.now()
    shown = true
    void context.err.write(`\r\x1b[2Kreading ${formatCount(doneRuns)} of ${formatCount(totalRuns)} runs`)
  })
  if (shown) await context.err.write('\r\x1b[2K')
  return rows
}

async function sayWhereWeLooked(context: CommandContext, engine: Engine, filter: ListFilter): Promise<void> {
  const { roots } = await engine.doctor()
  const places = roots.map((root) => `${root.path} (${root.state}, ${root.runs} ${root.runs === 1 ? 'run' : 'runs'})`)
  const asked = filter.provider !== null || filter.project !== null || filter.liveOnly ? 'No run matches' : 'No runs found'
  await say(context, `${asked}; looked in ${places.length === 0 ? 'no folder' : places.join(', ')}.`)
}
