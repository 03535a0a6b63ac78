import { responsesProtocol } from '../test/mocks/responses/responsesProtocol'
import { makeCodexHome } from './codex/codexHome'
import { CODEX_ROUTES } from './codex/codexScenarios'
import { playCodex, playOldCodex } from './codex/playCodex'
import { RolloutWitness } from './codex/RolloutWitness'
import { describePlays } from './describePlays'
import { installCli } from './installCli'
import type { CountTokens } from './judgePlayedRun'
import { openStage } from './openStage'

const NAMES_OF_BOTH = [
  'parallel-a',
  'parallel-b',
  'nested',
  'failing',
  'inheriting-x',
  'held-int',
  'held-kill',
  'continued-one',
  'approval',
  'question',
  'background',
]

const VERSIONS = [
  { version: '0.169.0', names: [...NAMES_OF_BOTH, 'inheriting-y', 'tree'], play: playCodex },
  { version: '0.105.0', names: [...NAMES_OF_BOTH, 'inheriting-z'], play: playOldCodex },
]

const MADE =
  /^\.$|^(app-server-control|shell_snapshots|thread-writer-locks|sessions|skills|tmp|\.tmp)(\/[^/]+)?$|^([a-z_]+_\d\.sqlite(-wal|-shm)?|config\.toml|installation_id|models_cache\.json|version\.json|\.[a-z_-]+(\.lock)?)$/

/** Whether reasoning is counted as output is the reader's to say, so both are right. */
const countTokens: CountTokens = ({ input, cached, output, reasoning }) => ({
  input: [input - cached],
  cacheRead: [cached],
  output: [output, output - reasoning],
})

for (const { version, names, play } of VERSIONS) {
  describePlays({
    ...{ product: 'codex', version, names, play, countTokens, shared: /-shm$/, made: MADE },
    open: (workspace) =>
      openStage({
        workspace,
        cli: installCli('codex', version),
        routes: CODEX_ROUTES,
        protocol: responsesProtocol,
        witness: new RolloutWitness(workspace.root),
        makeHome: (url) => makeCodexHome(workspace, url),
      }),
  })
}
