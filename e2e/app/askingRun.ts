import { StoryTranscript } from './screens/StoryTranscript'

export const ASKING = 'dddddddd-0000-4000-8000-000000000001'

/** A session in the middle of a call that may need a permission. A minute old: an agent that is silent for longer counts as stuck. */
export function askingRun(): string {
  const who = {
    session: ASKING,
    agent: null,
    cwd: '/home/dev/acme',
    branch: 'main',
    model: 'claude-opus-4-5',
    startMs: Date.now() - 60_000,
  }
  return new StoryTranscript(who)
    .prompt(0, 'Deploy the gateway')
    .call(1, 'bash-1', 'Bash', { command: 'kubectl apply -f gateway.yml' }).text
}
