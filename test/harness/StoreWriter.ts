import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PRAGMAS, type Statement } from '../../src/connect/opencode/store/testDatabases'
import { readLines } from './readLines'
import { keepTrack } from './runCli'

const PROGRAM = `
import { DatabaseSync } from 'node:sqlite'
import { createInterface } from 'node:readline'
const database = new DatabaseSync(process.argv[1])
database.exec(${JSON.stringify(PRAGMAS)})
console.log('null')
for await (const line of createInterface({ input: process.stdin })) {
  let failed = null
  try {
    for (const [sql, ...values] of JSON.parse(line)) {
      if (values.length > 0) database.prepare(sql).run(...values)
      else database.exec(sql)
    }
  } catch (error) {
    failed = error.message
  }
  console.log(JSON.stringify(failed))
}
database.close()`

export interface StoreWriterSettings {
  readonly path: string
  /** Where the program works, as the product does. */
  readonly project: string
  /** A folder for programs with the product's name. */
  readonly bin: string
}

/** A program of its own, under the product's name, that writes a database with the product's settings. */
export class StoreWriter {
  private readonly child: ChildProcess
  private readonly answers: ((answer: string) => void)[] = []

  private constructor(child: ChildProcess) {
    this.child = child
    if (child.stdout) readLines(child.stdout, (line) => this.answers.shift()?.(line))
  }

  static async start({ path, project, bin }: StoreWriterSettings): Promise<StoreWriter> {
    mkdirSync(dirname(path), { recursive: true })
    mkdirSync(bin, { recursive: true })
    const program = join(bin, 'opencode')
    if (!existsSync(program)) symlinkSync(process.execPath, program)
    const words = ['--no-warnings', '--input-type=module', '-e', PROGRAM, path]
    const child = keepTrack(spawn(program, words, { cwd: project, stdio: ['pipe', 'pipe', 'inherit'] }))
    const writer = new StoreWriter(child)
    await writer.answer()
    return writer
  }

  /** One transaction. */
  commit(...statements: readonly Statement[]): Promise<void> {
    return this.run(['BEGIN'], ...statements, ['COMMIT'])
  }

  async run(...statements: readonly Statement[]): Promise<void> {
    this.child.stdin?.write(`${JSON.stringify(statements)}\n`)
    const failed = JSON.parse(await this.answer()) as string | null
    if (failed !== null) throw new Error(failed)
  }

  /** The last one to close a database empties its log and deletes it. */
  close(): Promise<void> {
    return this.end(() => this.child.stdin?.end())
  }

  /** As a crash ends it: the log stays as it is. */
  kill(): Promise<void> {
    return this.end(() => void this.child.kill('SIGKILL'))
  }

  private answer(): Promise<string> {
    return new Promise((resolve) => this.answers.push(resolve))
  }

  private async end(ending: () => void): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const gone = once(this.child, 'exit')
    ending()
    await gone
  }
}
