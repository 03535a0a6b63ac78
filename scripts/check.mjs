// `npm run check`: what to run before every commit, under a minute.
import { ensureInstalled } from './project.mjs'
import { countOne, report, runScript, runTests, sumCounts } from './steps.mjs'

/** Tests that try everything in every order, or start programs: seconds each. `npm test` runs them too. */
const thorough = [
  'src/cli/drive/followLaunch',
  'src/cli/process',
  'src/cli/tree/renderTree',
  'src/connect/claude/promote/claudePromotion',
  'src/connect/opencode/served/anyOrder',
  'src/connect/opencode/served/remembered',
  'src/connect/opencode/store/anyOrder',
  'src/connect/opencode/store/openOpencodeStore',
  'src/connect/opencode/store/otherPlaces',
  'src/connect/opencode/store/storeHazards',
  'src/core/model/anyOrder',
  'src/core/model/everyLook',
  'src/core/model/manyAgents',
  'src/core/model/twice',
  'src/core/providers/claude/scanGist',
  'src/core/providers/claude/scanGistMachine',
  'src/core/providers/codex/anyReading',
  'src/core/providers/codex/everyLook',
  'src/core/providers/opencode/everyLook',
  'src/core/providers/opencode/upserts',
  'src/engine/anyArrival',
  'src/engine/cutAnywhere',
  'src/engine/drive/desk',
  'src/engine/drive/deskOrigins',
  'src/engine/drive/deskTroubles',
  'src/engine/drive/twoDesks',
  'src/engine/firstLooks',
  'src/engine/links/manualLinks',
  'src/engine/listRuns',
  'src/engine/openedRuns',
  'src/engine/page/driveCalls',
  'src/engine/page/hostileTranscripts',
  'src/engine/page/manyAgents',
  'src/engine/page/openPageHost',
  'src/engine/quoteMarks',
  'src/engine/readAhead',
  'src/engine/storedAhead',
  'src/engine/transcript/explainNumber',
  'src/engine/transcript/raw/everyRecord',
  'src/engine/watchEngine',
  'src/engine/watchRoots',
  'src/renderer/theme/readableColour',
  'src/renderer/window/openSocketPorts',
  'src/shared/markdown/markdown',
]

if (ensureInstalled()) {
  const quick = ['--maxWorkers=2', ...thorough.map((path) => `--exclude=${path}.test.ts`)]
  report(sumCounts([...['types', 'lint', 'knip'].map(runScript), runTests('unit', quick)]))
} else report(countOne(false, 'installing'))
