import { chatProtocol } from '../test/mocks/openai/chatProtocol'
import { describePlays } from './describePlays'
import { installCli } from './installCli'
import { DatabaseWitness } from './opencode/DatabaseWitness'
import { makeOpenCodeHome } from './opencode/openCodeHome'
import { OPENCODE_ROUTES } from './opencode/openCodeScenarios'
import { playOldOpenCode, playOpenCode } from './opencode/playOpenCode'
import { StorageWitness } from './opencode/StorageWitness'
import { openStage } from './openStage'

const NAMES_OF_BOTH = [
  ...['parallel-a', 'parallel-b', 'nested', 'failing', 'held-abort', 'held-kill', 'revived-server'],
  ...['continued-one', 'continued-two', 'permission', 'forked-three'],
]

describePlays({
  product: 'opencode',
  version: '1.18.34',
  names: [...NAMES_OF_BOTH, 'background', 'question', 'forked-four'],
  open: (workspace) =>
    openStage({
      workspace,
      cli: installCli('opencode', '1.18.34'),
      routes: OPENCODE_ROUTES,
      protocol: chatProtocol,
      witness: new DatabaseWitness(workspace.root),
      makeHome: (url) => makeOpenCodeHome(workspace, url, false),
    }),
  play: playOpenCode,
  countTokens: ({ input, cached, output, reasoning }) => ({
    input: [input - cached],
    cacheRead: [cached],
    output: [output - reasoning],
    reasoning: [reasoning],
  }),
  shared: /-shm$/,
  made: /^\.$|^opencode(\/(opencode\.db(-wal|-shm)?|log|repos|snapshot|bin))?$/,
})

describePlays({
  product: 'opencode',
  version: '1.0.185',
  names: [...NAMES_OF_BOTH, 'not-aside'],
  open: (workspace) =>
    openStage({
      workspace,
      // This release would fetch ripgrep from the network; Codex brings one.
      cli: { ...installCli('opencode', '1.0.185'), folders: installCli('codex', '0.169.0').folders },
      routes: OPENCODE_ROUTES,
      protocol: chatProtocol,
      witness: new StorageWitness(workspace.root),
      makeHome: (url) => makeOpenCodeHome(workspace, url, true),
    }),
  play: playOldOpenCode,
  countTokens: ({ input, cached, output, reasoning }) => ({
    input: [input - cached],
    cacheRead: [cached],
    output: [output, output - reasoning],
  }),
  made: /^\.$|^opencode(\/(storage|log|bin|snapshot))?$/,
})
