import type { AgentView, Evidence } from '../../../shared/views'

/** True where nothing says outright who called the agent. */
export function isGuess({ evidence, ambiguous }: Pick<AgentView['link'], 'evidence' | 'ambiguous'>): boolean {
  return ambiguous || evidence === 'prompt-match' || evidence === 'single-active' || evidence === 'none'
}

export function evidenceWord(link: Pick<AgentView['link'], 'evidence' | 'ambiguous'>): string {
  const word = link.evidence === 'none' ? 'no evidence' : link.evidence === 'manual' ? 'by hand' : link.evidence
  const isGuessed = link.evidence === 'prompt-match' || link.evidence === 'single-active'
  const said = isGuessed ? `guessed, ${word}` : word
  return link.ambiguous ? `${said}, one of several` : said
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

export function evidenceSentence(evidence: Evidence): string {
  return sentences[evidence]
}
