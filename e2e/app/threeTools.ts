import type { World } from './harness/World'

/** A recording of each product, with the title that its run has in the list. */
export const TOOLS = {
  claude: { recording: '2.1.327/nested', title: 'Delegate the audit.' },
  codex: { recording: '0.169.0/v2-tree', title: 'Prepare the report' },
  opencode: { recording: '1.18.34/nested', title: 'Plan the refactor' },
} as const

export const CODEX_RUN = '01a1ee75-964b-7363-ae93-3b5c85dc3149'
/** `/root/facts` of that run. */
export const CODEX_CHILD = '01a1ee75-96b2-72c0-a5c5-e3304fa836ef'

export function placeThreeTools(world: World): void {
  for (const [provider, { recording }] of Object.entries(TOOLS)) world.placeOf(provider, recording)
}
