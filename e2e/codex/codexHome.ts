import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment, Workspace } from '../../test/harness/workspace'
import { makeProject } from '../makeProject'

const SOURCES: Readonly<Record<string, string>> = {
  'README.md': '# acme\n',
  'src/auth.js': "export const login = (user) => user.name\nexport const check = (password) => password === 'x'\n",
  'src/cart.js': 'export const total = (items) => items.reduce((sum, item) => sum + item.price, 0)\n',
}

/** A model that no catalogue knows gets the first multi-agent runtime, this one the second. */
export const SECOND_RUNTIME_MODEL = 'gpt-6.1-sol'

function settings(modelUrl: string): string {
  return `model = "gpt-5.4"
model_provider = "mock"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.mock]
name = "mock"
base_url = "${modelUrl}/v1"
env_key = "MOCK_API_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[features]
multi_agent = true

[analytics]
enabled = false

[agents]
max_depth = 2
`
}

/** Where Codex finds itself: a project, and an environment in which nothing of this machine can be reached but the PATH. */
export interface CodexHome {
  readonly project: string
  readonly env: Environment
}

/** Nobody listens there: what would leave this machine fails at once. */
const NOWHERE = 'http://127.0.0.1:9'

export function makeCodexHome({ folder, root, env }: Workspace, modelUrl: string): CodexHome {
  const project = join(folder, 'acme')
  makeProject(project, SOURCES)
  mkdirSync(root, { recursive: true })
  writeFileSync(join(root, 'config.toml'), settings(modelUrl))
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary, { recursive: true })
  return {
    project,
    env: {
      PATH: env['PATH'] ?? '',
      HOME: env['HOME'] ?? '',
      LANG: 'C.UTF-8',
      TMPDIR: temporary,
      CODEX_HOME: root,
      MOCK_API_KEY: 'none',
      HTTP_PROXY: NOWHERE,
      HTTPS_PROXY: NOWHERE,
      NO_PROXY: '127.0.0.1,localhost',
    },
  }
}
