import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const here = (name) => join(process.cwd(), name)

/**
 * Asks for all that `asks.json` in the project lists, and writes what was answered into `answers.txt`. `after`: only when the one of that
 * number is answered; `agent`: `fixer` for the agent two deep. A file `withdraw-1` takes the first one back.
 */
export function askListed({ begin, call, ask, result, withdraw }) {
  const listed = JSON.parse(readFileSync(here('asks.json'), 'utf8'))
  const fixer = 'a0000000000000004'
  if (listed.some(({ agent }) => agent === 'fixer')) {
    const reviewer = { agent: 'a0000000000000003', type: 'reviewer', description: 'Review the patch', prompt: 'Review.' }
    begin(null, reviewer)
    begin(reviewer.agent, { agent: fixer, type: 'fixer', description: 'Fix the missed caller', prompt: 'Fix.', depth: 2 })
  }
  const say = (number, answer) => {
    const lasting = answer.updatedPermissions ? ' always' : ''
    appendFileSync(here('answers.txt'), `${number} ${answer.behavior}${lasting} ${answer.message ?? ''}\n`)
  }
  const put = ({ tool = 'Bash', input, agent, more = {} }, at) => {
    const who = agent === 'fixer' ? fixer : null
    call(who, `toolu_listed${at}`, tool, input)
    const id = ask(who, tool, input, more, (answer) => {
      say(at + 1, answer)
      result(who, `toolu_listed${at}`, answer.behavior)
      for (const [place, next] of listed.entries()) if (next.after === at + 1) put(next, place)
    })
    const watch = setInterval(() => {
      if (!existsSync(here(`withdraw-${at + 1}`))) return
      clearInterval(watch)
      withdraw(id)
    }, 50)
    watch.unref()
  }
  for (const [at, one] of listed.entries()) if (one.after === undefined) put(one, at)
}
