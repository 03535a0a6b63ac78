import type { World } from '../harness/World'
import { sessionFile } from '../sessionFile'
import { StoryTranscript } from './StoryTranscript'

export const LOGIN = '7d0c2f1a-6795-46e9-86cf-7fa70259e41a'
/** How long the story has been going on when it is looked at. */
export const LOGIN_SECONDS = 252

const OPUS = 'claude-opus-4-5'
const HAIKU = 'claude-haiku-4-5-20251001'
const SONNET = 'claude-sonnet-4-5-20250929'

interface Part {
  readonly agent: string
  readonly call: string
  readonly type: string
  readonly description: string
  readonly depth: number
  readonly model: string
}

const part = (serial: number, type: string, description: string, model: string, depth = 1): Part => ({
  agent: `a57c0f000000000${serial.toString().padStart(2, '0')}`,
  call: `toolu_call_${serial}`,
  type,
  description,
  depth,
  model,
})

const map = part(1, 'Explore', 'Map the login flow, its fixtures and every wait in the specs', HAIKU)
const history = part(2, 'Explore', 'Find out when the flake first appeared in CI history', HAIKU)
export const reproduce = part(3, 'general-purpose', 'Reproduce the flake under load and name the failing assertion', SONNET)
const review = part(4, 'reviewer', 'Review the token refresh patch for races and missed callers', SONNET)
const logs = part(5, 'Explore', 'Read the CI logs of the last 40 failed e2e jobs', HAIKU, 2)
const fifty = part(6, 'general-purpose', 'Run login.spec 50 times with 4 workers and keep the traces', SONNET, 2)
const tracing = part(7, 'test-runner', 'Watch e2e with tracing on, report each new failure', HAIKU, 2)
const callers = part(8, 'Explore', 'Find the callers of refreshToken() outside src/auth', HAIKU, 2)

function order({ type, description }: Part, prompt: string, isBackground = false) {
  return { description, prompt, subagent_type: type, ...(isBackground ? { run_in_background: true } : {}) }
}

const done = ({ agent }: Part, said: string) => ({ status: 'completed', agentId: agent, content: [{ type: 'text', text: said }] })
const launched = ({ agent, description }: Part, prompt: string) => ({
  isAsync: true,
  status: 'async_launched',
  agentId: agent,
  description,
  prompt,
})

/** The sample run of the drawings: eight agents, three of them at work, one failed, one before a question. */
export async function placeLoginStory(world: World): Promise<void> {
  const startMs = Date.now() - LOGIN_SECONDS * 1000
  const write = (who: Part | null): StoryTranscript =>
    new StoryTranscript({
      session: LOGIN,
      agent: who?.agent ?? null,
      cwd: '/home/dev/acme/web',
      branch: 'fix/login-flake',
      model: who?.model ?? OPUS,
      startMs,
    })
  const put = (who: Part | null, transcript: StoryTranscript): void => {
    world.writeFile(sessionFile('acme-web', LOGIN, who?.agent ?? null), transcript.text)
    if (who === null) return
    const meta = { agentType: who.type, description: who.description, toolUseId: who.call, spawnDepth: who.depth }
    world.writeFile(sessionFile('acme-web', LOGIN, who.agent).replace(/jsonl$/, 'meta.json'), JSON.stringify(meta))
  }
  put(null, tellMain(write(null)))
  for (const [who, tell] of tellers) put(who, tell(write(who), who))
  await world.register(LOGIN, { status: 'waiting', waitingFor: 'permission prompt' })
}

function tellMain(main: StoryTranscript): StoryTranscript {
  return main
    .bare({ type: 'ai-title', aiTitle: 'Fix flaky login test' })
    .prompt(0, 'Fix flaky login test: it fails in CI about one time in nine')
    .speak(4, 'I will look from four sides.', 9_000)
    .tool(6, 2, 'Read', { file_path: '/home/dev/acme/web/e2e/login.spec.ts' }, 'test("login", …)')
    .call(8, map.call, 'Agent', order(map, 'Map the login flow, its fixtures and every wait in the specs.'))
    .result(56, map.call, '7 files, 3 suspicious waits', done(map, '7 files, 3 suspicious waits'))
    .call(60, history.call, 'Agent', order(history, 'Find out when the flake first appeared.', true))
    .result(61, history.call, 'Async agent launched successfully.', launched(history, 'Find out when the flake first appeared.'))
    .call(124, reproduce.call, 'Agent', order(reproduce, REPRODUCE), 12_000)
    .call(126, review.call, 'Agent', order(review, 'Review the token refresh patch for races.'), 9_000)
}

const REPRODUCE =
  'Reproduce the flake in `e2e/login.spec.ts` under load. Name the failing assertion, keep the trace. Do not change product code.'

type Teller = (transcript: StoryTranscript, who: Part) => StoryTranscript

const brief =
  (from: number, to: number, said: string, tokens: number): Teller =>
  (transcript, { description }) =>
    transcript
      .prompt(from, description)
      .tool(from + 2, 3, 'Grep', { pattern: 'waitFor', path: 'e2e' }, 'e2e/login.spec.ts:58')
      .tool(from + 6, 4, 'Read', { file_path: '/home/dev/acme/web/e2e/login.spec.ts' }, 'await page.click("#submit")')
      .answer(to, said, tokens)

const running =
  (from: number, command: string, tokens: number): Teller =>
  (transcript, { description, agent }) =>
    transcript
      .prompt(from, description)
      .tool(from + 3, 5, 'Bash', { command: 'git log --oneline -20' }, '20 commits')
      .call(LOGIN_SECONDS - 34, `toolu_now_${agent}`, 'Bash', { command }, tokens)

const beginReproducing = (transcript: StoryTranscript): StoryTranscript =>
  transcript
    .prompt(125, REPRODUCE)
    .think(127, 'The flake needs two things at once.\n'.repeat(14))
    .tool(
      133,
      1,
      'TodoWrite',
      {
        todos: ['read spec', 'load run', 'name line', 'fix'].map((content) => ({
          content,
          status: 'pending',
          activeForm: content,
        })),
      },
      'ok',
    )
    .tool(
      135,
      1,
      'Read',
      { file_path: '/home/dev/acme/web/e2e/login.spec.ts' },
      Array.from({ length: 142 }, (_, n) => `${n + 1}→line`).join('\n'),
    )
    .tool(
      137,
      1,
      'Grep',
      { pattern: 'storageState', path: 'e2e' },
      Array.from({ length: 6 }, (_, n) => `e2e/fixtures/session.ts:${n}`).join('\n'),
    )
    .call(139, 'toolu_load', 'Bash', { command: 'npx playwright test login --repeat-each=20' })
    .result(173, 'toolu_load', 'Exit code 1\n1 failed, 19 passed', 'Error: Exit code 1', { is_error: true })
    .speak(
      176,
      "Not random. It needs **two things at once**:\n\n- the token refresh fires within 300 ms of the redirect\n- `storageState` is read before the new cookie lands\n\n```ts\nawait page.waitForURL('/home')  // line 58\n```",
      14_000,
    )

const tellReproduce: Teller = (transcript) =>
  beginReproducing(transcript)
    .call(180, logs.call, 'Agent', order(logs, 'Read the CI logs.'))
    .result(211, logs.call, '36 of 40 fail at line 58')
    .call(212, fifty.call, 'Agent', order(fifty, 'Run login.spec 50 times.'))
    .result(238, fifty.call, 'API Error: 529 overloaded', null, { is_error: true })
    .call(239, 'toolu_edit', 'Edit', {
      file_path: '/home/dev/acme/web/e2e/fixtures/session.ts',
      old_string: OLD,
      new_string: NEW,
    })
    .result(240, 'toolu_edit', 'The file has been updated.', {
      filePath: '/home/dev/acme/web/e2e/fixtures/session.ts',
      oldString: OLD,
      newString: NEW,
      structuredPatch: [
        {
          oldStart: 31,
          oldLines: 2,
          newStart: 31,
          newLines: 5,
          lines: [
            " await page.click('#submit')",
            "-await page.waitForURL('/home')",
            '+await Promise.all([',
            "+  page.waitForURL('/home'),",
            '+  page.waitForResponse(/refresh/),',
            '+])',
          ],
        },
      ],
    })
    .call(241, tracing.call, 'Agent', order(tracing, 'Watch e2e with tracing on.', true))
    .result(242, tracing.call, 'Async agent launched successfully.', launched(tracing, 'Watch e2e with tracing on.'))
    .prompt(243, '<system-reminder>The todo list is empty.</system-reminder>', { isMeta: true })
    .call(244, 'toolu_again', 'Bash', { command: 'npx playwright test login --repeat-each=40' }, 16_000)

const OLD = "await page.click('#submit')\nawait page.waitForURL('/home')"
const NEW =
  "await page.click('#submit')\nawait Promise.all([\n  page.waitForURL('/home'),\n  page.waitForResponse(/refresh/),\n])"

const tellReview: Teller = (transcript) =>
  transcript
    .prompt(127, 'Review the token refresh patch for races and missed callers.')
    .tool(130, 2, 'Read', { file_path: '/home/dev/acme/web/src/auth/refresh.ts' }, 'export async function refreshToken() {}')
    .call(134, callers.call, 'Agent', order(callers, 'Find the callers of refreshToken().'))
    .result(156, callers.call, '4 callers, 1 ignores the result')
    .call(248, 'toolu_ask', 'Bash', { command: 'npm run e2e:all' }, 8_000)

const tellers: readonly (readonly [Part, Teller])[] = [
  [map, brief(9, 56, '7 files, 3 suspicious waits', 18_000)],
  [history, running(61, 'gh run list --workflow e2e --limit 200', 24_000)],
  [reproduce, tellReproduce],
  [review, tellReview],
  [logs, brief(180, 211, '36 of 40 fail at line 58', 10_000)],
  [
    fifty,
    (transcript) =>
      transcript
        .prompt(212, 'Run login.spec 50 times with 4 workers and keep the traces.')
        .tool(214, 4, 'Bash', { command: 'npx playwright test login --workers=4' }, 'started')
        .fail(238, 'API Error: 529 overloaded, 3 retries in 18s'),
  ],
  [tracing, running(241 - 23, 'npx playwright test --trac=on --reporter=line', 5_000)],
  [callers, brief(134, 156, '4 callers, 1 ignores the result', 7_000)],
]
