import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClaudeStage } from './openClaudeStage'

/** As of a person who has used it before: it asks nothing at its start. */
export function settleIntoClaude({ workspace, project, env }: Pick<ClaudeStage, 'workspace' | 'project' | 'env'>): void {
  mkdirSync(workspace.root, { recursive: true })
  const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] }
  const known = {
    ...{ hasCompletedOnboarding: true, lastOnboardingVersion: '9.9.9', theme: 'dark', numStartups: 9 },
    customApiKeyResponses: { approved: [env['ANTHROPIC_API_KEY']?.slice(-20)], rejected: [] },
    projects: { [project]: trusted },
  }
  writeFileSync(join(workspace.root, '.claude.json'), JSON.stringify(known))
}
