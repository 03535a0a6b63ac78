import { describe, expect, it } from 'vitest'
import { checkFile, roomOf } from './checkFile.mjs'
import { countSuppressions } from './countSuppressions.mjs'

const messages = (path, text) => checkFile(path, text).map(({ message }) => message)

describe('rooms', () => {
  it('takes the longest room that fits', () => {
    expect(roomOf('src/export/map/html.ts')).toBe('export/map')
    expect(roomOf('src/export/send.ts')).toBe('export')
    expect(roomOf('src/shared.ts')).toBe('')
  })

  it.each([
    ['renderer', 'shared'],
    ['core', 'shared'],
    ['export/map', 'core'],
    ['connect', 'core'],
    ['engine', 'connect'],
    ['engine', 'export/map'],
    ['main', 'engine'],
    ['serve', 'engine'],
    ['cli', 'engine'],
    ['cli', 'cli'],
  ])('%s may import from %s', (from, to) => {
    const up = '../'.repeat(from.split('/').length)
    expect(messages(`src/${from}/thing.ts`, `import { x } from '${up}${to}/x'\nexport const thing = x`)).toEqual([])
  })

  it.each([
    ['shared', 'core'],
    ['core', 'engine'],
    ['core', 'testing'],
    ['export/map', 'engine'],
    ['connect', 'engine'],
    ['engine', 'cli'],
    ['cli', 'core'],
    ['main', 'core'],
    ['renderer', 'engine'],
    ['renderer', 'core'],
    ['preload', 'engine'],
  ])('%s may not import from %s', (from, to) => {
    const up = '../'.repeat(from.split('/').length)
    for (const line of [
      `import { x } from '${up}${to}/x'`,
      `import type { x } from '${up}${to}/x'`,
      `const x = import('${up}${to}/x')`,
    ])
      expect(messages(`src/${from}/thing.ts`, `${line}\nexport const thing = 1`)).toEqual([`${from} may not import from ${to}`])
  })

  it('lets preload see types only', () => {
    const thing = '\nexport const thing = 1'
    expect(messages('src/preload/thing.ts', `import type { Port } from '../shared/port'${thing}`)).toEqual([])
    expect(messages('src/preload/thing.ts', `import { type Port } from '../shared/port'${thing}`)).toEqual([])
    expect(messages('src/preload/thing.ts', `import { expose } from '../shared/rpc'${thing}`)).toEqual([
      'preload may import types only',
    ])
  })

  it('finds imports inside re-exports and knows words in strings and comments from imports', () => {
    expect(messages('src/core/a.ts', `export { a } from '../engine/a'\nexport const b = 1`)).toEqual([
      'core may not import from engine',
    ])
    expect(messages('src/core/a.ts', `// import x from '../engine/a'\nexport const a = "import x from '../engine/a'"`)).toEqual(
      [],
    )
  })
})

describe('packages', () => {
  it('only the shell of the app may import electron', () => {
    const line = "import { app } from 'electron'\n"
    expect(messages('src/main/openWindow.ts', `${line}export const openWindow = app`)).toEqual([])
    expect(messages('src/engine/tail.ts', `${line}export const tail = app`)).toHaveLength(1)
    expect(messages('src/cli/tail.ts', `${line}export const tail = app`)).toHaveLength(1)
  })

  it('keeps Node and packages out of the pure rooms', () => {
    expect(messages('src/core/a.ts', "import { z } from 'zod'\nexport const a = z")).toEqual([])
    for (const name of ['node:fs', 'fs', 'electron', '@scope/thing'])
      expect(messages('src/core/a.ts', `import x from '${name}'\nexport const a = x`)).not.toEqual([])
  })
})

it.each([
  ['Date.now()', 1],
  ['new Date()', 1],
  ['Math.random()', 1],
  ['Date()', 1],
  ['performance.now()', 1],
  ['new Date(5)', 0],
  ['Date.parse("x")', 0],
  ['"Date.now()"', 0],
  ['Math.max(1, 2)', 0],
])('%s in core gives %i findings, none in engine', (code, count) => {
  expect(messages('src/core/a.ts', `export const a = () => ${code}`)).toHaveLength(count)
  expect(messages('src/engine/a.ts', `export const a = () => ${code}`)).toEqual([])
})

describe('names', () => {
  it('names products only at home', () => {
    const text = "export const a = 'Claude'"
    expect(messages('src/engine/a.ts', text)).toEqual(['names the product "Claude"'])
    expect(messages('src/engine/a.ts', '// like opencode\nexport const a = 1')).toHaveLength(1)
    expect(messages('src/core/model/codexRules.ts', 'export const codexRules = 1')).not.toEqual([])
    for (const path of ['src/core/providers/x/a.ts', 'src/core/providers.ts', 'src/connect/x/a.ts', 'src/engine/a.test.ts'])
      expect(messages(path, text.replace('const a', path.includes('providers.ts') ? 'const providers' : 'const a'))).toEqual([])
  })

  it.each(['utils', 'helpers', 'common', 'misc', 'RunManager', 'treeService', 'stringUtils'])(
    'refuses a file named %s',
    (stem) => {
      expect(messages(`src/core/${stem}.ts`, `export const ${stem} = 1`)).toHaveLength(1)
      expect(messages(`src/core/${stem}/x.ts`, 'export const x = 1')).toHaveLength(1)
    },
  )

  it('names a file for one of its exports', () => {
    expect(messages('src/core/forest.ts', 'export function applyEvent() {}')).toHaveLength(1)
    expect(messages('src/core/event.ts', 'export type AgentEvent = 1')).toEqual([])
    expect(messages('src/cli/index.ts', "import './tree'")).toEqual([])
  })

  it('refuses barrels', () => {
    expect(messages('src/core/a.ts', "export { a } from './b'\nexport * from './c'")).toEqual([
      'is a barrel: import the file that holds the thing',
    ])
  })

  it('says where', () => {
    expect(checkFile('src/core/a.ts', '\n\nexport const a = Math.random()')).toMatchObject([{ line: 3 }])
  })
})

it('counts suppressions', () => {
  expect(countSuppressions('const a = 1')).toBe(0)
  expect(countSuppressions(`// @ts-${'expect-error'} why\n// biome-${'ignore'} lint: why`)).toBe(2)
})
