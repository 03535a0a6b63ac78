import type { ActName } from '../../../shared/drive/offeredAct'

/** Symbols of theme/icons.svg. */
export const actIcon: Readonly<Record<ActName, string>> = {
  focus: 'drawer',
  join: 'attach',
  resume: 'resume',
  fork: 'edge-fork',
  continue: 'continue',
  render: 'transcript',
  ask_parent: 'send',
  interrupt: 'interrupt',
  stop_agent: 'stop',
  pause: 'pause',
  stop: 'stop',
}
