import type { AgentView, Evidence } from '../../../shared/views'

/** True where nothing says outright who called the agent. */
export function isGuess({ evidence, ambiguous }: Pick<AgentView['link'], 'evidence' | 'ambiguous'>): boolean {
  return ambiguous || evidence === 'prompt-match' || evidence === 'single-active' || evidence === 'none'
}

export function evidenceWord(link: Pick<AgentView['link'], 'evidence' | 'ambiguous'>): string {
  const word = link.evidence === 'none' ? 'no evidence' : link.evidence === 'manual' ? 'by hand' : link.evidence
  if (isGuessedGuest(link)) return `guessed, ${word}`
  const isGuessed = link.evidence === 'prompt-match' || link.evidence === 'single-active'
  const said = isGuessed ? `guessed, ${word}` : word
  return link.ambiguous ? `${said}, one of several` : said
}

/** What lies in a folder is no guess: so only a session of another product is placed, that a command fits. */
function isGuessedGuest({ evidence, ambiguous }: Pick<AgentView['link'], 'evidence' | 'ambiguous'>): boolean {
  return evidence === 'structural' && ambiguous
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

export function evidenceSentence({ link, provider }: Pick<AgentView, 'link' | 'provider'>): string {
  if (isGuessedGuest(link)) return 'Guessed: a command that the caller ran fits this session of another tool.'
  if (link.evidence === 'structural' && provider !== undefined) return 'Its process was started by that of the caller.'
  const others = link.ambiguous ? ' Other calls fit as well: this is one of several possibilities.' : ''
  return `${sentences[link.evidence]}${others}`
}
