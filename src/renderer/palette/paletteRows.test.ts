import { expect, it } from 'vitest'
import { AgentKey, RunUri } from '../../shared/ids'
import { noUsage } from '../../shared/totalTokens'
import type { AgentView, RunRow } from '../../shared/views'
import type { MenuAction } from '../controls/MenuItem'
import { type PaletteSource, paletteRows } from './paletteRows'

// Only what is searched and shown.
const run = (name: string) =>
  ({
    uri: RunUri.parse(`claude://${name}`),
    title: name,
    project: null,
    live: false,
    phase: 'completed',
    agents: { total: 0, running: 0, waiting: 0, failed: 0 },
    usage: noUsage,
  }) as unknown as RunRow
const agent = (key: string, description: string) =>
  ({
    key: AgentKey.parse(key),
    id: key,
    type: 'Explore',
    name: null,
    number: 1,
    depth: 1,
    parent: 'root',
    description,
    phase: 'running',
  }) as unknown as AgentView
const action = (label: string): MenuAction => ({ kind: 'action', id: label, label, run: () => undefined })

const source = (query: string, scope: PaletteSource['scope'] = 'all'): PaletteSource => ({
  query,
  scope,
  runs: [run('Fix login'), run('Docs')],
  agents: new Map([agent('a', 'Map the login flow'), agent('b', 'Write docs')].map((each) => [each.key, each])),
  agentActions: { title: 'Actions on Explore #1', items: [action('Open transcript'), { kind: 'separator' }, action('Copy URI')] },
  appActions: [action('Settings'), action('Login again')],
})
const shape = (query: string, scope?: PaletteSource['scope']) =>
  paletteRows(source(query, scope)).map(({ title, rows }) => `${title}: ${rows.map(({ id }) => id).join(', ')}`)

it('before anything is typed: runs and what can be done', () => {
  expect(shape('')).toEqual([
    'Runs: run claude://Fix login, run claude://Docs',
    'Actions on Explore #1: Actions on Explore #1 Open transcript, Actions on Explore #1 Copy URI',
    'Actions: Actions Settings, Actions Login again',
  ])
})

it('finds in agents, runs and actions; a part without an answer is left out', () => {
  expect(shape('login')).toEqual(['Agents: agent a', 'Runs: run claude://Fix login', 'Actions: Actions Login again'])
  expect(shape('nothing of the kind')).toEqual([])
})

it('an action whose whole name is written comes first; one that cannot be done comes after those that can', () => {
  const given = source('login again')
  const titles = paletteRows({ ...given, runs: [run('Login again and again')] }).map(({ title }) => title)
  expect(titles).toEqual(['Actions', 'Runs'])
  const appActions = [{ ...action('Stop'), disabledReason: 'it has ended' }, action('Stop all …'), action('Do not stop')]
  const runs = [run('Stop')]
  const rowsOf = (query: string) => paletteRows({ ...given, query, runs, appActions }).map(({ rows }) => rows.map(({ id }) => id))
  expect(rowsOf('stop')).toEqual([['run claude://Stop'], ['Actions Stop all …', 'Actions Do not stop', 'Actions Stop']])
  expect(rowsOf('stop all')).toEqual([['Actions Stop all …']])
})

it('within the run: its agents alone, all of them at first', () => {
  expect(shape('', 'run')[0]).toBe('Agents: agent a, agent b')
  expect(shape('login', 'run')).toEqual(['Agents: agent a'])
})

it('an address leads somewhere, or says why not', () => {
  expect(shape(' claude://7d0c2f1a-6795-46e9-86cf-7fa70259e41a ')[0]).toBe('Go to: go')
  for (const spelling of [
    'codex://threads/019a2f1a-6795-76e9-86cf-7fa70259e41a',
    'agents://opencode/ses_5f3a9b2c1d/ses_5f3a9b2c1e',
    'opencode/ses_5f3a9b2c1d',
  ])
    expect(shape(spelling)[0]).toBe('Go to: go')
  expect(shape('claude://nope')).toEqual(['Go to: bad'])
  expect(shape('understory://open/x')[0]).toBe('Go to: go')
})
