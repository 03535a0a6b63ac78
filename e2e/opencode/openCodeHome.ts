import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment, Workspace } from '../../test/harness/workspace'
import { makeProject } from '../makeProject'

const SOURCES: Readonly<Record<string, string>> = {
  'README.md': '# acme\n',
  'src/auth.js': "export const login = (user) => user.name\nexport const check = (password) => password === 'x'\n",
  'src/cart.js': 'export const total = (items) => items.reduce((sum, item) => sum + item.price, 0)\n',
}

const PRICE = { input: 3, output: 15, cache_read: 0.3 }

function settings(modelUrl: string, isOld: boolean): object {
  const models = {
    'mock-large': { tool_call: true, reasoning: true, limit: { context: 200_000, output: 8_000 }, cost: PRICE },
    'mock-small': { tool_call: true, limit: { context: 64_000, output: 4_000 } },
  }
  const options = { baseURL: `${modelUrl}/v1`, apiKey: 'none' }
  const lead = isOld ? { tools: { task: true } } : { permission: { task: 'allow' } }
  return {
    model: 'mock/mock-large',
    small_model: 'mock/mock-small',
    autoupdate: false,
    share: 'disabled',
    snapshot: false,
    // Older releases refuse a setting that they do not know.
    ...(isOld ? {} : { subagent_depth: 2 }),
    provider: { mock: { npm: '@ai-sdk/openai-compatible', name: 'Mock', options, models } },
    agent: {
      reviewer: { mode: 'subagent', description: 'Reviews code.', prompt: 'Review briefly.' },
      lead: { mode: 'subagent', description: 'Leads an analysis.', prompt: 'Delegate.', ...lead },
      careful: { mode: 'subagent', description: 'Asks first.', prompt: 'Ask first.', permission: { bash: 'ask' } },
    },
  }
}

/** Where OpenCode finds itself: a project, and an environment in which nothing of this machine can be reached but the PATH. */
export interface OpenCodeHome {
  readonly project: string
  readonly env: Environment
}

/** Nobody listens there: what would leave this machine fails at once. */
const NOWHERE = 'http://127.0.0.1:9'

export function makeOpenCodeHome({ folder, root, env }: Workspace, modelUrl: string, isOld: boolean): OpenCodeHome {
  const project = join(folder, 'acme')
  makeProject(project, SOURCES)
  const configuration = join(folder, 'config')
  mkdirSync(join(configuration, 'opencode'), { recursive: true })
  writeFileSync(join(configuration, 'opencode', 'opencode.json'), JSON.stringify(settings(modelUrl, isOld), null, 2))
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary, { recursive: true })
  return {
    project,
    env: {
      PATH: env['PATH'] ?? '',
      HOME: env['HOME'] ?? '',
      LANG: 'C.UTF-8',
      TMPDIR: temporary,
      XDG_DATA_HOME: root,
      XDG_CONFIG_HOME: configuration,
      XDG_STATE_HOME: join(folder, 'state'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      HTTP_PROXY: NOWHERE,
      HTTPS_PROXY: NOWHERE,
      NO_PROXY: '127.0.0.1,localhost',
      npm_config_registry: NOWHERE,
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS: 'true',
    },
  }
}
