import type { ExitCode, Interruption } from '../command'

/** As shells count a program that a signal has ended. */
export function exitOfSignal(signal: Interruption): ExitCode {
  switch (signal) {
    case 'SIGHUP':
      return 129
    case 'SIGINT':
      return 130
    case 'SIGTERM':
      return 143
    default:
      return signal satisfies never
  }
}
