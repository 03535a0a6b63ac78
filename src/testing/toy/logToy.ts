import type { Provider } from '../../core/provider'
import { toyWords } from './toyDecoder'

/** A product that writes one file of lines per agent: `<run>/main.log`, `<run>/<agent>.log`. */
export const logToy: Provider = {
  ...toyWords,
  id: 'logtoy',
  label: 'Log toy',
  isWatchedFolder: (path) => !path.includes('/'),
  recognise(path) {
    const [, run, name] = /^([\w-]+)\/([\w-]+)\.log$/.exec(path) ?? []
    if (run === undefined || name === undefined) return null
    const agent = name === 'main' ? null : name
    return { format: 'lines', role: agent === null ? 'main' : 'agent', run, agent, group: null, project: '/toys' }
  },
}
