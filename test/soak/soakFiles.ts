import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { answerLine } from '../../bench/measure/appendRecord'
import { promptLine, type TinyFile, tinyFile, tinyText, writeTiny } from '../../bench/measure/tinyRoot'

const RUNS = 50
const AGENTS = 3
const MOST_ANSWERS = 150

interface Written {
  readonly file: TinyFile
  answers: number
  /** The second half of a line whose first half is on disk. */
  rest: string
}

/** 200 transcripts in 50 runs, and everything that can happen to them. What they hold in total stays about the same, so that memory may. */
export class SoakFiles {
  readonly done = { append: 0, cut: 0, create: 0, replace: 0, truncate: 0, remove: 0, removeRun: 0 }
  readonly #root: string
  readonly #written: Written[] = []
  #nextRun = 0
  #nextAgent = 0
  #nextAnswer = 1
  #state: number

  constructor(root: string, seed: number) {
    this.#root = root
    this.#state = seed
    for (let i = 0; i < RUNS; i++) this.createRun()
  }

  get count(): number {
    return this.#written.length
  }

  /** One more answer in one of the files. */
  append(): void {
    const one = this.#pick()
    appendFileSync(one.file.path, one.rest + answerLine({ ...one.file, n: this.#nextAnswer++, bytes: 300 }))
    one.rest = ''
    one.answers++
    this.done.append++
    // Sessions end and are cleared away; without this the soak would measure how much text it wrote.
    if (one.answers > MOST_ANSWERS) this.replace(one)
  }

  /** One of the other things that happen to files. */
  disturb(): void {
    const kind = this.#int(5)
    if (kind === 0) this.replace(this.#pick())
    else if (kind === 1) this.#truncate(this.#pick())
    else if (kind === 2) this.#renewAgent()
    else if (kind === 3) this.#cutLine(this.#pick())
    else this.#renewRun()
  }

  createRun(): void {
    const run = this.#nextRun++
    for (let agent = -1; agent < AGENTS; agent++) this.#create(run, agent < 0 ? null : this.#nextAgent++)
  }

  replace(one: Written): void {
    const { path } = one.file
    one.answers = this.#int(5)
    one.rest = ''
    writeFileSync(`${path}.tmp`, tinyText(one.file, one.answers, this.#nextAnswer++))
    renameSync(`${path}.tmp`, path)
    this.done.replace++
  }

  #truncate(one: Written): void {
    truncateSync(one.file.path, this.#int(3) === 0 ? 0 : promptLine(one.file).length)
    one.answers = 0
    one.rest = ''
    this.done.truncate++
  }

  /** Half a line now, the other half with the next append: what a reader meets while a writer writes. */
  #cutLine(one: Written): void {
    const line = one.rest + answerLine({ ...one.file, n: this.#nextAnswer++, bytes: 300 })
    const middle = this.#int(line.length - 2) + 1
    appendFileSync(one.file.path, line.slice(0, middle))
    one.rest = line.slice(middle)
    this.done.cut++
  }

  /** Writes what half-written lines still lack. */
  finish(): void {
    for (const one of this.#written) {
      if (one.rest !== '') appendFileSync(one.file.path, one.rest)
      one.rest = ''
    }
  }

  #renewAgent(): void {
    const agents = this.#written.filter((one) => one.file.agent !== null)
    const one = agents[this.#int(agents.length)]
    if (!one) return
    this.#forget(one)
    rmSync(one.file.path)
    rmSync(one.file.path.replace(/\.jsonl$/, '.meta.json'), { force: true })
    this.done.remove++
    this.#create(Number.parseInt(one.file.session, 10), this.#nextAgent++)
  }

  #renewRun(): void {
    const { session } = this.#pick().file
    for (const one of this.#written.filter(({ file }) => file.session === session)) {
      this.#forget(one)
      if (one.file.agent === null) rmSync(one.file.path)
    }
    const run = Number.parseInt(session, 10)
    rmSync(join(dirname(tinyFile(this.#root, projectOf(run), run, null).path), session), { recursive: true, force: true })
    this.done.removeRun++
    this.createRun()
  }

  #create(run: number, agent: number | null): void {
    const file = tinyFile(this.#root, projectOf(run), run, agent)
    const answers = this.#int(3)
    writeTiny(file, answers, this.#nextAnswer++)
    this.#written.push({ file, answers, rest: '' })
    this.done.create++
  }

  #forget(one: Written): void {
    this.#written.splice(this.#written.indexOf(one), 1)
  }

  #pick(): Written {
    const one = this.#written[this.#int(this.#written.length)]
    if (!one) throw new Error('the soak has run out of files')
    return one
  }

  #int(below: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#state / 4_294_967_296) * below)
  }
}

function projectOf(run: number): string {
  return `soak-${run % 20}`
}
