import { isGuestRoot } from '../../../shared/isGuestRoot'
import type { AgentView, Evidence } from '../../../shared/views'

/** True where nothing says outright who called the agent. */
export function isGuess({ evidence, ambiguous }: Pick<AgentView['link'], 'evidence' | 'ambiguous'>): boolean {
  return ambiguous || evidence === 'prompt-match' || evidence === 'single-active' || evidence === 'none'
}

/** What one piece of evidence is called. */
export function wordOfEvidence(evidence: Evidence): string {
  const word = evidence === 'none' ? 'no evidence' : evidence === 'manual' ? 'by hand' : evidence
  return evidence === 'prompt-match' || evidence === 'single-active' ? `guessed, ${word}` : word
}

type Placed = Pick<AgentView, 'link' | 'provider' | 'uri'>

export function evidenceWord(agent: Placed): string {
  const { evidence, ambiguous } = agent.link
  const word = wordOfEvidence(evidence)
  if (!ambiguous) return word
  if (evidence === 'structural') return isGuestRoot(agent) ? `guessed, ${word}` : `${word}, its call not seen`
  return `${word}, one of several`
}

const sentences: Readonly<Record<Evidence, string>> = {
  explicit: 'A record names the call and the agent together.',
  stream: 'The live stream of the tool said that this call started it.',
  structural: 'Where its file lies says to whom it belongs.',
  'prompt-match': 'Guessed: its first prompt is the one that this call gave.',
  'single-active': 'Guessed: this was the only call under way when it began.',
  manual: 'Placed by hand.',
  none: 'Nothing recorded says who called it.',
}

export function evidenceSentence(agent: Placed): string {
  const { evidence, ambiguous } = agent.link
  if (evidence === 'structural' && isGuestRoot(agent)) {
    return ambiguous
      ? 'Guessed: a command that the caller ran fits this run of another tool.'
      : 'Its process was started by that of the caller.'
  }
  if (evidence === 'structural' && ambiguous) return `${sentences.structural} The call that started it has not been seen.`
  const others = ambiguous ? ' Other calls fit as well: this is one of several possibilities.' : ''
  return `${sentences[evidence]}${others}`
}
