import { test as base, expect } from '@playwright/test'
import { withWorkspace } from '../../../test/harness/workspace'
import { App } from './App'
import { ElectronShells } from './ElectronShells'
import { findProgram } from './findProgram'
import { Machine } from './Machine'
import { Noise } from './Noise'
import type { ShellKind, ShellSource } from './shell'
import { WebShells } from './WebShells'
import { World } from './World'

export interface ShellOptions {
  shell: ShellKind
}

interface TestFixtures {
  world: World
  app: App
}

interface WorkerFixtures {
  machine: Machine
}

export const test = base.extend<TestFixtures & ShellOptions, WorkerFixtures>({
  shell: ['web', { option: true }],

  machine: [
    async ({ playwright }, use) => {
      const machine = new Machine(playwright.chromium)
      await use(machine)
      await machine.close()
    },
    { scope: 'worker' },
  ],

  /** A home of its own for every test, with nothing in it. */
  world: async ({ machine: _machine }, use) => {
    await withWorkspace(async (workspace) => {
      const world = new World(workspace)
      await use(world)
      await world.close()
    })
  },

  /** Not yet open: a test first says what is on disk. */
  app: async ({ world, machine, shell }, use, info) => {
    const noise = new Noise()
    const app = new App(shell, openSource(shell, machine, noise, info.skip), world.workspace.env, noise)
    await use(app)
    if (info.status !== info.expectedStatus && app.isOpen) {
      await info.attach('page', { body: await app.page.screenshot(), contentType: 'image/png' })
    }
    await app.end()
    expect(noise.faults(), 'what the page must never do').toEqual([])
  },
})

function openSource(
  kind: ShellKind,
  machine: Machine,
  noise: Noise,
  skip: (condition: boolean, why: string) => void,
): ShellSource {
  if (kind === 'web') return new WebShells(machine, noise)
  const program = findProgram(kind)
  skip(program === null, `no ${kind} program on this machine`)
  if (program === null) throw new Error('skipped')
  return new ElectronShells(machine, noise, program)
}

export { expect }
