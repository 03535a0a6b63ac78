import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './theme/tokens.css'
import './theme/ui.css'
import './theme/controls.css'
import './theme/node.css'
import './theme/inspector.css'
import './store/withoutEval'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepTypeSheet } from './canvas/keepTypeSheet'
import { startClock } from './store/now'
import icons from './theme/icons.svg?raw'
import { App } from './window/App'
import { connectPage } from './window/connectPage'
import { keepHand } from './window/handAtWork'
import { startPage } from './window/startPage'

const place = document.getElementById('root')
if (place) {
  const sheet = new DOMParser().parseFromString(icons, 'image/svg+xml').documentElement
  sheet.setAttribute('class', 'icon-sheet')
  document.body.prepend(sheet)
  startPage()
  keepTypeSheet()
  startClock()
  keepHand(window)
  connectPage()
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
