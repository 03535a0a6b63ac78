import type { Launch } from '../../../shared/drive/launch'

interface StopWords {
  /** What runs it; empty where that is not its alone. */
  readonly runs: string
  /** What Stop does at once. */
  readonly now: string
}

/** A server of several is not ended with one of them. */
export function stopWords({ pid, isShared }: Pick<Launch, 'pid' | 'isShared'>): StopWords {
  if (isShared) {
    const server = `the server${pid === null ? '' : ` (process ${pid})`}`
    return { runs: '', now: `its work is cut short; ${server} goes on for other runs` }
  }
  return {
    runs: pid === null ? '' : `It runs as process ${pid}. `,
    now: 'the process is ended; what is being done at this moment is cut short',
  }
}
