// A product as small as can be: lines of JSON in and out, one file of lines per agent. What it does is said by its prompts.
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

const args = process.argv.slice(2)
const known = ['--version', '--session', '--resume', '--model', '--fail', '--hang', '--garbage', '--leave']
const flag = (name) => (args.includes(name) ? (args[args.indexOf(name) + 1] ?? '') : null)
const strange = args.find((arg) => arg.startsWith('--') && !known.includes(arg))
if (strange !== undefined) {
  process.stderr.write(`error: unknown option '${strange}'\n`)
  process.exit(2)
}
if (args.includes('--version')) {
  process.stdout.write('toy 1.5.0\n')
  process.exit(0)
}
if (args.includes('--fail')) {
  process.stderr.write('something is broken\n')
  process.exit(3)
}

const root = process.env.TOY_ROOT
const run = flag('--session') ?? flag('--resume')
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)
const write = (agent, record) => {
  const path = join(root, run, `${agent ?? 'main'}.log`)
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, `${JSON.stringify({ at: Date.now(), ...record })}\n`)
}
const owner = join(root, 'owners', `${run}.${process.pid}`)
mkdirSync(dirname(owner), { recursive: true })
writeFileSync(owner, '')
process.on('exit', () => rmSync(owner, { force: true }))

const asks = new Map()
const queue = []
let isBusy = false
let isEnding = false

function endTurn() {
  write(null, { say: 'Done.', done: true })
  say({ turn: 'end' })
  isBusy = false
  const next = queue.shift()
  if (next !== undefined) begin(next)
  else if (isEnding) process.exit(0)
}

function ask(id, agent, then) {
  asks.set(id, then)
  say({ ask: { id, agent, detail: 'rm -rf build', questions: [] } })
}

function begin(prompt) {
  isBusy = true
  write(null, { ask: prompt })
  say({ turn: 'start' })
  if (prompt.includes('env')) write(null, { say: JSON.stringify(process.env) })
  if (prompt.includes('exit')) process.exit(Number(/exit (\d+)/.exec(prompt)?.[1] ?? 0))
  if (prompt.includes('wait')) return
  if (prompt.includes('child')) {
    write(null, { call: { id: 'c1', job: 'find bricks' } })
    write('toy-c1', { ask: 'find bricks' })
    return ask('q1', 'toy-c1', (option) => {
      write('toy-c1', { say: `told ${option}`, done: true })
      endTurn()
    })
  }
  if (prompt.includes('permission'))
    return ask('q0', null, (option) => {
      write(null, { say: `told ${option}` })
      endTurn()
    })
  write(null, { say: `heard ${prompt}` })
  endTurn()
}

const heard = {
  say(text) {
    if (isBusy) queue.push(text)
    else begin(text)
  },
  answer({ id, option }) {
    const then = asks.get(id)
    asks.delete(id)
    say({ answered: id })
    then?.(option)
  },
  interrupt() {
    for (const id of asks.keys()) say({ answered: id })
    asks.clear()
    if (isBusy) endTurn()
  },
  stop(agent) {
    write(agent, { say: 'stopped', done: true })
    say({ stopped: agent })
  },
  end() {
    isEnding = true
    if (!isBusy) process.exit(0)
  },
}

if (args.includes('--garbage')) {
  process.stdout.write('\u0000\u0001 this is no JSON {{{\n')
  process.exit(1)
}
if (!args.includes('--hang')) {
  say({ session: run })
  write(null, {})
}
createInterface({ input: process.stdin }).on('line', (line) => {
  if (args.includes('--hang')) return
  for (const [name, value] of Object.entries(JSON.parse(line))) heard[name]?.(value)
})
