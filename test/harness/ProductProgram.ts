import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { keepTrack } from './runCli'

/** A program that does nothing, under a product's name, in `bin`. */
export function idleProgram(bin: string, name: string): string {
  const path = join(bin, name)
  mkdirSync(bin, { recursive: true })
  if (!existsSync(path)) symlinkSync('/bin/sleep', path)
  return path
}

/** A living process that a product's releases without a registry are known by: its name and where it works. */
export class ProductProgram {
  private readonly child: ChildProcess

  private constructor(child: ChildProcess) {
    this.child = child
  }

  static async start(bin: string, name: string, project: string): Promise<ProductProgram> {
    const child = keepTrack(spawn(idleProgram(bin, name), ['600'], { cwd: project, stdio: 'ignore' }))
    await once(child, 'spawn')
    return new ProductProgram(child)
  }

  /** Holds a lock for as long as it lives. */
  static async startLocking(bin: string, name: string, lock: string): Promise<ProductProgram> {
    const words = ['--no-fork', lock, 'sh', '-c', 'echo held; exec "$0" 600', idleProgram(bin, name)]
    const child = keepTrack(spawn('flock', words, { stdio: ['ignore', 'pipe', 'ignore'] }))
    await once(child.stdout, 'data')
    return new ProductProgram(child)
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const gone = once(this.child, 'exit')
    this.child.kill('SIGKILL')
    await gone
  }
}
