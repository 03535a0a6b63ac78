import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findProductFiles } from './productFiles'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'understory-product-'))
})
afterEach(() => rmSync(home, { recursive: true }))

function put(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), path.endsWith('package.json') ? '{"version":"1.2.3"}' : '')
  }
}

it('finds what a checkout ships, and does without a worker that is not built', () => {
  put('package.json', 'resources/prices.json', 'resources/demo/README.md')
  const found = findProductFiles({}, home)
  expect(found).toEqual({
    version: '1.2.3',
    priceTable: join(home, 'resources/prices.json'),
    demoFolder: join(home, 'resources/demo'),
    workerScript: null,
  })
  put('out/main/indexWorker.js')
  expect(findProductFiles({}, home).workerScript).toBe(join(home, 'out/main/indexWorker.js'))
})

it('finds beside an archive what threads and other programs must be able to read', () => {
  put(
    'app.asar/package.json',
    'app.asar/out/main/indexWorker.js',
    'app.asar/resources/prices.json',
    'app.asar/resources/demo/README.md',
  )
  const app = join(home, 'app.asar')
  expect(findProductFiles({}, app)).toMatchObject({ workerScript: null, priceTable: join(app, 'resources/prices.json') })
  put('app.asar.unpacked/out/main/indexWorker.js', 'app.asar.unpacked/resources/demo/README.md', 'prices.json')
  expect(findProductFiles({}, app)).toMatchObject({
    workerScript: join(home, 'app.asar.unpacked/out/main/indexWorker.js'),
    demoFolder: join(home, 'app.asar.unpacked/resources/demo'),
    priceTable: join(home, 'prices.json'),
  })
})

it('takes what a shell knows better', () => {
  put('package.json')
  expect(findProductFiles({ workerScript: null, demoFolder: '/d', version: '9' }, home)).toMatchObject({
    demoFolder: '/d',
    version: '9',
  })
})
