import type { Connection } from '../../core/connection'
import { systemClock } from '../clock'
import { directoriesAtWork } from './server/directoriesAtWork'
import { isServerOfOurs } from './server/isServerOfOurs'
import { basicAuthorization, nameServers, wrongEntries } from './server/nameServers'
import { openServers } from './server/openServers'
import { createServerFinder } from './server/serverFinder'
import { findDatabases } from './store/findDatabases'
import { openOpencodeStore } from './store/openOpencodeStore'

/** OpenCode beyond files of lines: its store of conversations, and what its servers tell. */
export const opencodeConnection: Connection = {
  provider: 'opencode',
  variables: ['OPENCODE_DB', 'UNDERSTORY_OPENCODE_SERVERS', 'OPENCODE_SERVER_PASSWORD', 'OPENCODE_SERVER_USERNAME'],
  openStore: openOpencodeStore,
  openChannel({ root, variables }) {
    const authorization = basicAuthorization(variables['OPENCODE_SERVER_USERNAME'], variables['OPENCODE_SERVER_PASSWORD'])
    const servers = variables['UNDERSTORY_OPENCODE_SERVERS']
    const databases = (): string[] => findDatabases(root, variables['OPENCODE_DB']).map(({ path }) => path)
    return openServers({
      named: nameServers(servers, authorization),
      wrong: wrongEntries(servers),
      authorization,
      find: createServerFinder(systemClock.now),
      isOurs: (server) => isServerOfOurs(server, databases()),
      atWork: (server) => directoriesAtWork(databases(), server, systemClock.now()),
      clock: systemClock,
    })
  },
}
