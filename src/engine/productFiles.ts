import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What the product ships and reads from disk. */
export interface ProductFiles {
  readonly version: string
  readonly priceTable: string
  readonly demoFolder: string
  /** Null: runs are read in the engine's own thread. */
  readonly workerScript: string | null
}

/** `given`: what a shell knows better. `folder`: of package.json; an archive where the product is an installed app. */
export function findProductFiles(given: Partial<ProductFiles> = {}, folder = productFolder()): ProductFiles {
  const places = [unpacked(folder), folder]
  return {
    version: given.version ?? productVersion(folder),
    priceTable: given.priceTable ?? resource(folder, 'prices.json'),
    demoFolder: given.demoFolder ?? resource(folder, 'demo'),
    workerScript:
      given.workerScript === undefined
        ? firstThere(places.filter((place) => !isArchive(place)).map((place) => join(place, 'out', 'main', 'indexWorker.js')))
        : given.workerScript,
  }
}

/** The folder of package.json and resources/: above this file both in the sources and in the bundle, chunks included. */
export function productFolder(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) return import.meta.dirname
    folder = parent
  }
  return folder
}

export function productVersion(folder = productFolder()): string {
  const parsed: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const version = typeof parsed === 'object' && parsed !== null && 'version' in parsed ? parsed.version : null
  return typeof version === 'string' ? version : 'unknown'
}

/** An installed app keeps its files in an archive that threads and other programs cannot read; what they need lies beside it. */
function isArchive(folder: string): boolean {
  return folder.endsWith('.asar')
}

function unpacked(folder: string): string {
  return isArchive(folder) ? `${folder}.unpacked` : folder
}

function resource(folder: string, name: string): string {
  const inside = join(folder, 'resources', name)
  const beside = isArchive(folder) ? [join(unpacked(folder), 'resources', name), join(dirname(folder), name)] : []
  return firstThere([...beside, inside]) ?? inside
}

function firstThere(paths: readonly string[]): string | null {
  return paths.find((path) => existsSync(path)) ?? null
}
