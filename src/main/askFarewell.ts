import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron'
import type { FarewellAnswer } from './farewell'

const answers: readonly FarewellAnswer[] = ['keep', 'stop', 'stay']

/** Nothing is ended by closing the box or by pressing Escape. */
export async function askFarewell(active: number, window: BrowserWindow | null): Promise<FarewellAnswer> {
  const one = active === 1
  const options: MessageBoxOptions = {
    type: 'question',
    title: 'Understory',
    message: `${active} ${one ? 'run that was started here is' : 'runs that were started here are'} still active.`,
    detail: `Kept running, ${one ? 'it is' : 'they are'} found again at the next start, with everything said meanwhile. What waits for your answer goes on waiting.`,
    buttons: ['Keep running', one ? 'Stop it' : 'Stop them', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  }
  const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options))
  return answers[response] ?? 'stay'
}
