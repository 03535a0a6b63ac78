import type { ChannelState } from '../../../core/liveChannel'
import type { FoundServer } from '../server/serverFinder'
import type { whoseDatabase } from '../server/whoseDatabase'
import { type ConversationHearing, type HeardConversations, hearConversations } from './hearConversations'
import type { ServedShelf } from './ServedShelf'

/** What servers tell of conversations, as whoever keeps the connections sees it. */
export interface ServedTalks {
  /** For one connection. `found`: the server as it is known by now. */
  open(found: () => FoundServer | null, hearing: Pick<ConversationHearing, 'name' | 'atWork' | 'onChange'>): HeardConversations
  /** Conversations of this server are shown that nobody else tells of. */
  isSource(name: string): boolean
  /** The state with what a person should know of its conversations. */
  describe(state: ChannelState): ChannelState
}

/** `whose`: with which database a program works, be it one that is read anyway. */
export function servedTalks(shelf: ServedShelf, whose: (server: FoundServer) => ReturnType<typeof whoseDatabase>): ServedTalks {
  return {
    open(found, hearing) {
      const isLocal = (): boolean | null => {
        const server = found()
        const said = server === null ? 'others' : whose(server)
        return said === 'unknown' ? null : said === 'ours'
      }
      return hearConversations({ ...hearing, shelf, isLocal })
    },
    isSource: (name) => shelf.count(name).shown > 0,
    describe(state) {
      const { shown, aside, asideRecords, left, unanswered } = shelf.count(state.name)
      const notes = [
        state.note,
        state.state !== 'connected' && shown > 0 && `${counted(shown, 'conversation')} of it stand as they were last heard`,
        aside > 0 && `${counted(aside, 'session')} that nobody has introduced set aside with ${counted(asideRecords, 'record')}`,
        unanswered > 0 && `${counted(unanswered, 'conversation')} not answered for, asked for again`,
        left > 0 && `${counted(left, 'older conversation')} not read`,
      ]
      const said = notes.filter((one) => typeof one === 'string')
      return { ...state, note: said.length === 0 ? null : said.join('; ') }
    },
  }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
