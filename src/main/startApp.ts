import { app } from 'electron'
import { z } from 'zod'
import { addressesIn, addressOf } from './addressesIn'
import { guardContents } from './guardContents'
import { openShell } from './openShell'

/** Everything between the first instance and its end. */
export function startApp(addresses: readonly string[]): void {
  const early = [...addresses]
  // A link may arrive before there is a window.
  let goTo = (address: string): void => void early.push(address)
  let show = (): void => undefined
  app.on('open-url', (event, url) => {
    event.preventDefault()
    const address = addressOf(url)
    if (address !== null) goTo(address)
    show()
  })
  app.on('second-instance', (_event, argv, _folder, data) => {
    for (const address of addressesOf(data) ?? addressesIn(argv.slice(1))) goTo(address)
    show()
  })
  guardContents()
  void app.whenReady().then(() => {
    const shell = openShell()
    goTo = shell.goTo
    show = shell.show
    for (const address of early) goTo(address)
  })
}

/** The words of the second instance as it read them itself; Chromium mixes its own into `argv`. */
function addressesOf(data: unknown): readonly string[] | null {
  const parsed = z.object({ addresses: z.array(z.string()) }).safeParse(data)
  return parsed.success ? addressesIn(parsed.data.addresses) : null
}
