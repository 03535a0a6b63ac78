import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'
import { productFolder } from '../engine/productFiles'
import { stateFolderFromEnvironment } from '../engine/roots'
import { keeperMark } from '../shared/keeperMessages'
import { addressesIn, linkScheme } from './addressesIn'
import { commandWords } from './commandWords'
import { registerPageScheme } from './pageScheme'
import { startApp } from './startApp'

const words = commandWords(process.argv)
if (words !== null && app.isPackaged) {
  // The command line of an installed app, on a machine without Node: this program brings one.
  const script = join(productFolder(), 'out', 'main', 'cli.js')
  process.argv = [process.execPath, script, ...words]
  await import(pathToFileURL(script).href)
} else if (process.argv.includes(keeperMark) && app.isPackaged) {
  // What holds launched programs outlives the window: it never has one, nor waits for what a window needs.
  await import(pathToFileURL(join(productFolder(), 'out', 'main', 'keeper.js')).href)
} else {
  openOnce()
}

function openOnce(): void {
  // Before anything asks for it: the folder also says which instances are one and the same.
  app.setPath('userData', join(stateFolderFromEnvironment(process.env), 'app'))
  app.setName('Understory')
  // Root in a container has no sandbox of the system; forcing one there ends every process of ours.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  registerPageScheme()
  const addresses = addressesIn(process.argv.slice(1))
  if (!app.requestSingleInstanceLock({ addresses })) {
    // The first instance has been told what to show.
    app.quit()
    return
  }
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme)
  startApp(addresses)
}
