import { contract } from '../../shared/contract'
import type { RunUri } from '../../shared/ids'
import { unpackingPort } from '../../shared/packing/unpackingPort'
import type { Port } from '../../shared/port'
import { connect, type RpcTrouble } from '../../shared/rpc'
import { notifyAlarm } from '../attention/notifyPerson'
import { keepAwaiting } from '../drive/awaitLaunch'
import { takeDriveNews } from '../drive/takeDriveNews'
import { rootKeyOf } from '../inspector/rootKeyOf'
import { askTail } from '../inspector/transcript/askTail'
import { emptyForest } from '../store/applyForestFrame'
import { askTypeColours } from '../store/askTypeColours'
import { type EngineClient, faultOf, useClient } from '../store/client'
import { useForest } from '../store/forest'
import { goneForest } from '../store/goneForest'
import { type RunsView, useRuns } from '../store/runs'
import { selectRun } from '../store/select'
import { useTold } from '../store/told'
import { useUi } from '../store/ui'
import { colourAsker } from './colourAsker'
import { drawingPort } from './drawingPort'
import { forestReceiver } from './forestReceiver'
import { isHandAtWork } from './handAtWork'
import { openPorts, type PortListeners } from './openPort'
import { runsReceiver } from './runsReceiver'

/** Wires the engine to the stores for as long as the page lives, over as many connections as it takes. Returns how to stop. */
export function connectPage(open: (listeners: PortListeners) => () => void = openPorts): () => void {
  // Frames of a connection that was given up may still be on their way: only the present one may speak.
  let present: Port | null = null
  const onPort = (port: Port): void => {
    present = port
    begin(port, () => present === port)
  }
  const onLost = (reason: string, retryAtMs: number | null): void => {
    present = null
    lose(reason, retryAtMs)
  }
  const close = open({ onPort, onLost })
  const stopAwaiting = keepAwaiting()
  const unsubscribe = useUi.subscribe((ui, before) => {
    if (ui.run !== before.run) changeRun(before.run, ui.run)
  })
  const stopReturns = useRuns.subscribe(followReturned)
  return () => {
    present = null
    unsubscribe()
    stopReturns()
    stopAwaiting()
    close()
  }
}

const atNextFrame = (run: () => void): void => {
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(run)
}

function begin(port: Port, isPresent: () => boolean): void {
  const client = connect(contract, drawingPort(unpackingPort(port), atNextFrame, isHandAtWork), showTrouble)
  // Before the first answer: an address to go to may arrive with it.
  listen(client, isPresent)
  client.call('hello', {}).then(
    (shell) => {
      if (!isPresent()) return
      useClient.setState({ connection: { kind: 'open', client, shell } })
      client.call('followRuns', {}).catch(() => isPresent() && lose('The engine does not tell which runs there are.', null))
      const { run } = useUi.getState()
      if (run !== null) follow(client, run)
    },
    () => {
      if (isPresent()) lose('The engine does not answer.', null)
    },
  )
}

/** What was shown stays on the screen, marked as old, until the engine is back and tells everything anew. */
function lose(reason: string, retryAt: number | null): void {
  const { connection } = useClient.getState()
  const since = connection.kind === 'lost' ? connection.since : Date.now()
  useClient.setState({ connection: { kind: 'lost', reason, since, retryAt } })
}

function listen(client: EngineClient, isPresent: () => boolean): void {
  const on: EngineClient['on'] = (name, listener) => client.on(name, (item) => isPresent() && listener(item))
  on('runs', runsReceiver())
  const receive = forestReceiver((run) => follow(client, run))
  const askColours = colourAsker((run) => void askTypeColours(run))
  on('forest', (frame) => {
    receive(frame)
    askColours(frame)
  })
  on('attention', (attention) => useTold.setState({ attention }))
  on('settings', (settings) => useTold.setState({ settings }))
  on('health', (health) => useTold.setState({ health }))
  on('notices', (notice) => useTold.setState(({ notices }) => ({ notices: [...notices.slice(-49), notice] })))
  on('alarms', notifyAlarm)
  on('launches', takeDriveNews)
  on('goTo', ({ run, key }) => selectRun(run, key))
}

function changeRun(before: RunUri | null, run: RunUri | null): void {
  useForest.setState(emptyForest(run), true)
  const { connection } = useClient.getState()
  if (connection.kind !== 'open') return
  if (before !== null) void connection.client.call('unfollowRun', { run: before }).catch(() => undefined)
  if (run === null) return
  const { isInspectorOpen, inspectorTab, selected } = useUi.getState()
  if (isInspectorOpen && inspectorTab === 'transcript') askTail(run, selected ?? rootKeyOf(run))
  follow(connection.client, run)
}

function follow(client: EngineClient, run: RunUri): void {
  client.call('followRun', { run }).catch((error: unknown) => {
    // A call that was cut off says nothing about the run.
    const { connection } = useClient.getState()
    const isCut = connection.kind !== 'open' || connection.client !== client
    const forest = useForest.getState()
    if (isCut || forest.run !== run) return
    const { code } = faultOf(error)
    if (code === 'not_found' || code === 'no_data') useForest.setState(goneForest(forest), true)
    // It has too much to do at this moment, or a fault of its own: neither says anything of the run.
    else setTimeout(() => isStillShown(client, run) && follow(client, run), followAgainMs)
  })
}

const followAgainMs = 1000

function isStillShown(client: EngineClient, run: RunUri): boolean {
  const { connection } = useClient.getState()
  return connection.kind === 'open' && connection.client === client && useForest.getState().run === run
}

/** A run that was not there when it was asked for is in the list now: just begun, or its folder is there again. */
function followReturned({ rows, news }: RunsView, before: RunsView): void {
  const { run, isGone } = useForest.getState()
  const { connection } = useClient.getState()
  if (run === null || !isGone || news === before.news || !rows.has(run) || connection.kind !== 'open') return
  useForest.setState(emptyForest(run), true)
  follow(connection.client, run)
}

function showTrouble(trouble: RpcTrouble): void {
  const message = `The engine said something this page does not understand (${trouble.kind}).`
  useTold.setState(({ notices }) => ({ notices: [...notices.slice(-49), { level: 'error', code: trouble.kind, message }] }))
}
