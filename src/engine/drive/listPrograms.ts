import type { DriveGround, Driver } from '../../core/drive/driver'
import type { ProgramFound } from '../../shared/drive/programFound'
import { ProviderId } from '../../shared/ids'
import { fail } from '../../shared/result'
import { atMost } from '../atMost'
import { checkFolder } from './checkFolder'
import type { ProgramFinder } from './programFinder'

export interface ProgramSources {
  readonly drivers: readonly Driver[]
  readonly programs: ProgramFinder
  readonly labelOf: (provider: string) => string
  readonly groundOf: (provider: string) => DriveGround
  readonly home: string
}

/** Reading a folder's agents may go over a slow disk: the dialog does not wait for it. */
const AGENTS_WITHIN_MS = 2000
/** A program that is slow to say its version, or hangs, must not hold up the others. */
const FOUND_WITHIN_MS = 5000

/** Every product that can be started here, those that are not found with the reason. */
export async function listPrograms(sources: ProgramSources, folder: string | null): Promise<ProgramFound[]> {
  const checked = folder === null ? null : await checkFolder(folder, sources.home)
  const where = checked?.ok ? checked.value : null
  return Promise.all(sources.drivers.map((driver) => describe(sources, driver, where)))
}

async function describe(sources: ProgramSources, driver: Driver, folder: string | null): Promise<ProgramFound> {
  const { provider, program } = driver
  const label = sources.labelOf(provider)
  const { found, isSlow } = await findSoon(sources, driver, label)
  const version = found.ok ? found.value.version : found.failure.version
  return {
    ...{ provider: ProviderId.parse(provider), label, version },
    path: found.ok ? found.value.path : found.failure.path,
    problem: found.ok ? null : `${found.failure.message} ${found.failure.advice}`,
    isSlow,
    howToGet: program.howToGet,
    ways: [...driver.ways],
    modes: driver.modes(version ?? program.oldest).map((mode) => ({ ...mode })),
    models: [...driver.models],
    agents: folder === null ? [] : await agentsIn(sources, driver, folder),
  }
}

interface Soon {
  readonly found: Awaited<ReturnType<ProgramFinder['find']>>
  readonly isSlow: boolean
}

async function findSoon({ programs }: ProgramSources, driver: Driver, label: string): Promise<Soon> {
  let soon: Soon = {
    found: fail({
      ...{ code: 'no_program', path: null, version: null },
      message: `${label} has not said its version yet: this machine is busy, or the program hangs.`,
      advice: 'It is still being asked.',
    }),
    isSlow: true,
  }
  const finding = programs.find(driver, label).then((found) => {
    soon = { found, isSlow: false }
  })
  await atMost(finding, FOUND_WITHIN_MS)
  return soon
}

async function agentsIn({ groundOf }: ProgramSources, driver: Driver, folder: string): Promise<string[]> {
  let names: readonly string[] = []
  const reading = driver.agents(groundOf(driver.provider), folder).then(
    (found) => {
      names = found
    },
    () => undefined,
  )
  await atMost(reading, AGENTS_WITHIN_MS)
  return [...names]
}
