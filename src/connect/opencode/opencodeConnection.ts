import type { Connection } from '../../core/connection'
import { systemClock } from '../clock'
import { configVariables } from './definitions/configPlaces'
import { typeColours } from './definitions/typeColours'
import { ownAuthorization } from './ownServer'
import { servedTalks } from './served/servedTalks'
import { directoriesAtWork } from './server/directoriesAtWork'
import { basicAuthorization, isOnlyNamed, nameServers, wrongEntries } from './server/nameServers'
import { openServers } from './server/openServers'
import { createServerFinder, type FoundServer } from './server/serverFinder'
import { whoseDatabase } from './server/whoseDatabase'
import { findDatabases } from './store/findDatabases'
import { openOpencodeStore, servedShelfOf } from './store/openOpencodeStore'

/** OpenCode beyond files of lines: its store of conversations, and what its servers tell. */
export const opencodeConnection: Connection = {
  provider: 'opencode',
  variables: [
    ...['OPENCODE_DB', 'UNDERSTORY_OPENCODE_SERVERS', 'OPENCODE_SERVER_PASSWORD', 'OPENCODE_SERVER_USERNAME'],
    ...configVariables,
  ],
  typeColours: ({ variables }, folder) => typeColours(variables, folder),
  openStore: openOpencodeStore,
  openChannel({ root, variables, stateFolder }, store) {
    const authorization = basicAuthorization(variables['OPENCODE_SERVER_USERNAME'], variables['OPENCODE_SERVER_PASSWORD'])
    const servers = variables['UNDERSTORY_OPENCODE_SERVERS']
    const databases = (): string[] => findDatabases(root, variables['OPENCODE_DB']).map(({ path }) => path)
    const whose = (server: FoundServer) => whoseDatabase(server, databases())
    const shelf = store && servedShelfOf(store)
    const named = nameServers(servers, authorization)
    const isOpen = shelf !== null && !isOnlyNamed(servers)
    const isWanted = ({ url }: FoundServer): boolean => isOpen || named.some((one) => one.url === url)
    // Of one whose program is not known nothing more will ever show; its sessions are looked for here one by one.
    const servedBy = (server: FoundServer) => (!isWanted(server) ? 'ours' : server.pid === null ? 'others' : whose(server))
    return openServers({
      named,
      wrong: wrongEntries(servers),
      authorizationOf: async (server) => (stateFolder && (await ownAuthorization(stateFolder, server))) || authorization,
      find: createServerFinder(systemClock.now),
      isOurs: (server) => isOpen || whose(server) !== 'others',
      atWork: (server) => directoriesAtWork(databases(), server, systemClock.now()),
      ...(shelf && { served: servedTalks(shelf, servedBy) }),
      clock: systemClock,
    })
  },
}
