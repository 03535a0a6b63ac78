import { isAbsolute } from 'node:path'
import { type BrowserWindow, dialog, shell } from 'electron'
import type { Fault } from '../shared/fault'
import { oneLine } from '../shared/neutraliseText'
import { fail, ok, type Result } from '../shared/result'
import { checkLink } from './checkLink'
import type { Wish } from './engineMessages'

/** Does what a page wished for, after looking at it once more: the engine has read hostile files. */
export async function grantWish(wish: Wish, window: BrowserWindow | null): Promise<Result<string | null, Fault>> {
  switch (wish.kind) {
    case 'openLink': {
      const url = checkLink(wish.url)
      if (url === null) return fail({ code: 'bad_input', message: 'Only plain http and https links are opened.' })
      await shell.openExternal(url)
      return ok(null)
    }
    case 'revealFile':
      // Shows the file in its folder and never opens it.
      if (!isAbsolute(wish.path)) return fail({ code: 'bad_input', message: 'Only whole paths can be shown.' })
      shell.showItemInFolder(wish.path)
      return ok(null)
    case 'chooseFolder': {
      if (!window) return ok(null)
      const title = oneLine(wish.title)
      const { canceled, filePaths } = await dialog.showOpenDialog(window, {
        title,
        properties: ['openDirectory', 'createDirectory'],
      })
      return ok(canceled ? null : (filePaths[0] ?? null))
    }
    default:
      return wish satisfies never
  }
}
