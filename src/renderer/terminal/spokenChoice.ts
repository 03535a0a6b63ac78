const memory = 'understory.terminal.spoken'

/** Whether what a terminal shows is told to screen readers: nobody can ask them whether they are there. */
export const spokenChoice = {
  read(): boolean {
    try {
      return localStorage.getItem(memory) === 'yes'
    } catch {
      return false
    }
  },
  keep(isSpoken: boolean): void {
    try {
      localStorage.setItem(memory, isSpoken ? 'yes' : 'no')
    } catch {
      // Forbidden storage: it holds until the page is loaded again.
    }
  },
}
