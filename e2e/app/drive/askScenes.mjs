import { join } from 'node:path'

/** The three kinds of asks of the main agent: a change, questions, a plan. */
export function askScenes({ call, ask, result, speak, end }) {
  return {
    edit() {
      const input = {
        file_path: join(process.cwd(), 'e2e/fixtures/session.ts'),
        old_string: "await page.click('#submit')\nawait page.waitForURL('/home')\n",
        new_string:
          "await page.click('#submit')\nawait Promise.all([\n  page.waitForURL('/home'),\n  page.waitForResponse(/refresh/),\n])\n",
      }
      call(null, 'toolu_edit', 'Edit', input)
      ask(
        null,
        'Edit',
        input,
        { permission_suggestions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }] },
        (answer) => {
          result(null, 'toolu_edit', answer.behavior === 'allow' ? 'edited' : `denied: ${answer.message}`)
          end()
        },
      )
    },
    question() {
      const choice = (label, description) => ({ label, description })
      const input = {
        questions: [
          {
            question: 'Which of the two Redis clusters is the slow one?',
            header: 'Cluster',
            multiSelect: false,
            options: [
              choice('redis-eu-1', 'sessions and carts, 12 ms at p99'),
              choice('redis-eu-2', 'rate limits, 380 ms at p99'),
            ],
          },
          {
            question: 'What may be restarted?',
            header: 'Restart',
            multiSelect: true,
            options: [choice('gateway', 'takes 4 s'), choice('worker', 'drops its queue'), choice('nothing', 'only look')],
          },
        ],
      }
      call(null, 'toolu_ask', 'AskUserQuestion', input)
      ask(null, 'AskUserQuestion', input, {}, (answer) => {
        const said = answer.behavior === 'allow' ? JSON.stringify(answer.updatedInput.answers) : `not answered: ${answer.message}`
        result(null, 'toolu_ask', said)
        speak(null, `You said ${said}`)
        end()
      })
    },
    plan() {
      const plan =
        '## Plan\n\n1. Wait for the refresh **and** the redirect together\n2. Let a reviewer look at `e2e/fixtures/session.ts`\n3. Run the suite 40 times'
      call(null, 'toolu_plan', 'ExitPlanMode', { plan })
      ask(null, 'ExitPlanMode', { plan }, {}, (answer) => {
        result(null, 'toolu_plan', answer.behavior === 'allow' ? 'approved' : `keep planning: ${answer.message}`)
        end()
      })
    },
  }
}
