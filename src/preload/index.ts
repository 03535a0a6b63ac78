import { ipcRenderer } from 'electron'

// The whole bridge: the page says that it is ready, and is handed one port. Nothing of Electron reaches the page.
const upwards = ['understory-ready', 'understory-retry']
const downwards = ['understory-port', 'understory-lost']

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const word = upwards.find((each) => each === event.data)
  if (event.source === window && word !== undefined) ipcRenderer.send(word)
})
for (const word of downwards) {
  ipcRenderer.on(word, (event, detail: unknown) => {
    const message = detail === undefined || detail === null ? word : { kind: word, detail }
    window.postMessage(message, location.origin, event.ports)
  })
}
