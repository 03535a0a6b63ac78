import { afterEach, beforeEach, expect, it } from 'vitest'
import { RpcError } from '../../shared/fault'
import { RunUri } from '../../shared/ids'
import type { ShellInfo } from '../../shared/shellInfo'
import type { TypeColours } from '../../shared/typeColours'
import { askTypeColours, wantTypeColours } from './askTypeColours'
import { type EngineClient, useClient } from './client'
import { hueIn, useTypeColours } from './typeColours'

const shell: ShellInfo = {
  ...{ version: '1', kind: 'browser', platform: 'linux' },
  can: { openLink: false, revealFile: false, chooseFolder: false, notify: false },
}
const runs = ['x://a', 'x://b', 'x://c'].map((uri) => RunUri.parse(uri))
const [a, b, c] = runs as [RunUri, RunUri, RunUri]

/** Questions that have not been answered yet. */
let open: { readonly run: RunUri; answer(told: TypeColours | RpcError): Promise<void> }[]
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

beforeEach(() => {
  open = []
  const call = (_name: string, { run }: { run: RunUri }) =>
    new Promise((resolve, reject) => {
      const answer = (told: TypeColours | RpcError): Promise<void> => {
        open = open.filter((one) => one.answer !== answer)
        if (told instanceof RpcError) reject(told)
        else resolve(told)
        return settled()
      }
      open.push({ run, answer })
    })
  const client = { call, on: () => () => undefined } as unknown as EngineClient
  useClient.setState({ connection: { kind: 'open', client, shell } })
  useTypeColours.setState({ byRun: new Map() })
})
afterEach(() => useClient.setState({ connection: { kind: 'connecting' } }))

const asked = (): RunUri[] => open.map(({ run }) => run)

it('runs that are only named are asked for one after the other, each once, whatever becomes of the question', async () => {
  for (const run of [a, b, a, c, b]) wantTypeColours(run)
  await settled()
  expect(asked()).toEqual([a])
  await open[0]?.answer([{ type: 'fixer', colour: '#2563eb' }])
  expect(asked()).toEqual([b])
  await open[0]?.answer(new RpcError({ code: 'busy', message: 'later' }))
  expect(asked()).toEqual([c])
  await open[0]?.answer([])
  expect(hueIn(a, 'fixer')).toBeGreaterThan(8)
  expect(hueIn(b, 'fixer')).toBeLessThan(9)
  for (const run of [a, c]) wantTypeColours(run)
  await settled()
  expect(asked()).toEqual([])
})

it('the run that is shown does not wait for them, and a lost engine is no fault', async () => {
  wantTypeColours(a)
  await settled()
  void askTypeColours(b)
  expect(asked()).toEqual([a, b])
  for (const { answer } of open) await answer([])
  useClient.setState({ connection: { kind: 'connecting' } })
  await expect(askTypeColours(c)).resolves.toBeUndefined()
})
