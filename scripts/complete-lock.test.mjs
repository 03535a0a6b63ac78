import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { completeLock, platformOf } from './complete-lock.mjs'
import { projectRoot } from './project.mjs'

it.each([
  ['@a/cli-linux-x64-musl', { os: ['linux'], cpu: ['x64'] }],
  ['@a/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'] }],
  ['lightthing-win32-arm64-msvc', { os: ['win32'], cpu: ['arm64'] }],
  ['@a/binding-wasm32-wasi', { cpu: ['wasm32'] }],
  ['fsevents', undefined],
])('knows the platform of %s', (name, platform) => {
  expect(platformOf(name)).toEqual(platform)
})

it('adds what is missing and touches nothing else', () => {
  const here = { version: '1.0.0', integrity: 'sha512-x' }
  const lock = {
    packages: {
      '': {},
      'node_modules/a': { dev: true, optionalDependencies: { 'a-linux-x64': '1.0.0', 'a-darwin-x64': '1.0.0' } },
      'node_modules/a-linux-x64': here,
    },
  }
  expect(completeLock(lock)).toBe(1)
  expect(lock.packages['node_modules/a-linux-x64']).toBe(here)
  expect(lock.packages['node_modules/a-darwin-x64']).toEqual({
    version: '1.0.0',
    optional: true,
    dev: true,
    os: ['darwin'],
    cpu: ['x64'],
  })
})

it('the lock file of this project is complete and names no addresses of packages', () => {
  const text = readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')
  expect(completeLock(JSON.parse(text))).toBe(0)
  expect(text).not.toContain('"resolved"')
})
