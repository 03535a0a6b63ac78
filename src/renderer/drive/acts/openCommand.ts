import { create } from 'zustand'

interface ShownCommand {
  readonly title: string
  readonly words: string
  readonly command: string
}

/** A command that a person types themselves. */
export const useShownCommand = create<{ readonly shown: ShownCommand | null }>(() => ({ shown: null }))

export function openCommand(shown: ShownCommand | null): void {
  useShownCommand.setState({ shown })
}
