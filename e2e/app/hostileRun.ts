import { ended, TranscriptWriter, task } from '../../src/testing/writeSession'
import type { World } from './harness/World'
import { sessionFile } from './sessionFile'

export const HOSTILE = 'bbbbbbbb-0000-4000-8000-000000000001'
const FIRST = 'b00000000000000f1'
const SECOND = 'b00000000000000f2'

const RLO = '\u202e'
const ESC = '\u001b'

/** Would run, fetch or restyle, were any of it taken for more than text. `window.hasRun` tells. */
const CODE = [
  '<script>window.hasRun = "script"</script>',
  '<img src="x" onerror="window.hasRun = \'img\'">',
  '<svg onload="window.hasRun = \'svg\'"></svg>',
  '<iframe src="http://192.0.2.1/frame"></iframe>',
  '<style>body { display: none !important }</style>',
  '<a href="javascript:window.hasRun = \'anchor\'">anchor</a>',
  '[script link](javascript:window.hasRun="link")',
  '[data link](data:text/html,<script>window.hasRun="data"</script>)',
  '![remote image](http://192.0.2.1/pixel.png)',
  '[reference][evil]',
  '',
  '[evil]: javascript:window.hasRun="reference"',
  '<http://192.0.2.1/autolink>',
].join('\n')

const CONTROLS = `${ESC}[31mred${ESC}[0m ${ESC}]8;;http://192.0.2.1${ESC}\\link${ESC}]8;;${ESC}\\ \u0007 before ${RLO}reversed\u202c after \u2066isolated\u2069`
const SCRIPTS = 'مرحبا بالعالم שלום עולם 👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301\u0302\u0303\u0304\u0305\u0306 ﷽ 𒐫 \u{1F468}\u{1F3FD}‍\u{1F680}'

/** One run that tries everything a transcript can try. */
export function placeHostileRun(world: World): void {
  const word = 'w'.repeat(1_000_000)
  const lines = Array.from({ length: 100_000 }, (_, n) => `line ${n} of the output`).join('\n')
  const main = new TranscriptWriter(null, HOSTILE)
    .prompt(0, `Hostile ${RLO}title <b>bold</b> ${ESC}[31m${'x'.repeat(3000)}`)
    .call(
      1,
      'call-1',
      task(CODE, { description: `${RLO}Circle one <img src=x onerror=window.hasRun=1>`, subagent_type: `Explore${ESC}[31m` }),
    )
    .text(2, CODE)
    .text(3, CONTROLS)
    .text(4, SCRIPTS)
    .text(5, word)
    .text(6, `\`\`\`html\n${CODE}\n\`\`\``)
    .call(7, 'bash-1', { command: `cat ${word.slice(0, 50_000)}` }, 'Bash')
    .result(8, 'bash-1', { stdout: lines, stderr: '', interrupted: false, isImage: false }, { content: lines })
    .call(9, 'odd-1', { [RLO]: CODE, deep: nested(200) }, `Odd<script>${RLO}`)
    .result(10, 'odd-1', null, { content: [{ type: 'text', text: CODE }] })
    .text(11, `| ${'wide | '.repeat(300)}\n| ${'--- | '.repeat(300)}\n| ${'cell | '.repeat(300)}`)
    .text(12, `${'> '.repeat(500)}deep quote\n\n${'- '.repeat(300)}deep list`)
    .text(13, 'The end of the hostile run.')
  // Each of the two says that it was called by the other.
  const first = new TranscriptWriter(FIRST, HOSTILE)
    .prompt(1, CODE)
    .call(2, 'call-second', task('second', { description: 'Circle two' }))
    .text(3, CONTROLS)
  const second = new TranscriptWriter(SECOND, HOSTILE)
    .prompt(2, 'second')
    .call(3, 'call-first', task('first', { description: 'Circle one' }))
    .result(4, 'call-first', ended(FIRST))
    .text(5, SCRIPTS)
  world.writeFile(sessionFile('acme', HOSTILE), `${main.lines.join('\n')}\n{"broken": \n\u0000\u0001\n`)
  world.writeFile(sessionFile('acme', HOSTILE, FIRST), `${first.lines.join('\n')}\n`)
  world.writeFile(sessionFile('acme', HOSTILE, SECOND), `${second.lines.join('\n')}\n`)
  const meta = (agent: string, toolUseId: string, description: string): void =>
    world.writeFile(
      sessionFile('acme', HOSTILE, agent).replace(/jsonl$/, 'meta.json'),
      JSON.stringify({ agentType: `Explore<script>${RLO}`, description, toolUseId, spawnDepth: 1 }),
    )
  meta(FIRST, 'call-first', `${RLO}Circle one <img src=x onerror=window.hasRun=1>`)
  meta(SECOND, 'call-second', 'Circle two')
}

function nested(depth: number): unknown {
  let value: unknown = 'bottom'
  for (let level = 0; level < depth; level++) value = { value }
  return value
}
