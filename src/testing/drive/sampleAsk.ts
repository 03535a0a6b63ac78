import { Ask } from '../../shared/drive/ask'

type Some = Partial<Omit<Ask, 'id'>> & { readonly id?: string }

const option = (id: string, label: string, effect: Ask['options'][number]['effect'], takesMessage = false) => ({
  id,
  label,
  effect,
  note: null,
  takesMessage,
})

/** A permission that is asked for, with every kind of answer. */
export function sampleAsk(some: Some = {}): Ask {
  return Ask.parse({
    id: 'ask',
    launch: 'a',
    provider: 'p',
    run: null,
    agent: null,
    key: null,
    kind: 'permission',
    at: '2026-11-18T10:00:00.000Z',
    tool: 'Bash',
    detail: 'npm test',
    reason: null,
    folder: null,
    change: null,
    isCut: false,
    options: [
      option('once', 'Allow once', 'once'),
      option('run', 'Allow npm test', 'always'),
      option('all', 'Allow everything', 'always'),
      option('deny', 'Deny', 'deny', true),
      option('halt', 'Deny and stop the turn', 'halt'),
    ],
    questions: [],
    ...some,
  })
}
