import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { ClosablePort } from './memoryPorts'

/** Two ends of a real MessageChannel: structured clone, own turn of the event loop, real closing. */
export function messagePorts(): [ClosablePort, ClosablePort] {
  const { port1, port2 } = new MessageChannel()
  return [wrap(port1), wrap(port2)]
}

function wrap(port: MessagePort): ClosablePort {
  return {
    send: (frame) => port.postMessage(frame),
    onFrame: (listener) => void port.on('message', listener),
    onClose: (listener) => void port.on('close', listener),
    close: () => port.close(),
  }
}
