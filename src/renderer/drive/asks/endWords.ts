import type { AskEnd } from '../../../shared/drive/ask'

/** How an ask ended that was not answered on this page: what is known, and no more. */
export function endWords({ how, label }: Pick<AskEnd, 'how' | 'label'>): string {
  switch (how) {
    case 'once':
      return 'answered elsewhere: allowed once'
    case 'always':
      return label === null ? 'answered elsewhere: allowed for longer' : `answered elsewhere: ${label}`
    case 'deny':
      return 'answered elsewhere: denied'
    case 'halt':
      return 'answered elsewhere: denied, and the turn was stopped'
    case 'words':
      return 'answered elsewhere: the question has its answer'
    case 'answered':
      return 'answered elsewhere'
    case 'over':
      return 'no longer asked: its session has ended'
    case 'unknown':
      return 'no longer asked: whether it was answered or withdrawn is not known'
    default:
      return how satisfies never
  }
}
