interface Gate {
  readonly isReached: Promise<void>
  readonly reach: () => void
  readonly isOpen: Promise<void>
  readonly open: () => void
}

function makeGate(): Gate {
  const reached = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  return { isReached: reached.promise, reach: () => reached.resolve(), isOpen: open.promise, open: () => open.resolve() }
}

/** Answers that wait for a word of the test: so it may look as long as it likes while an agent is at work. */
export class Gates {
  private readonly gates = new Map<string, Gate>()

  /** Resolves when somebody stands at the gate. */
  reached(name: string): Promise<void> {
    return this.gate(name).isReached
  }

  open(name: string): void {
    this.gate(name).open()
  }

  async pass(name: string): Promise<void> {
    const gate = this.gate(name)
    gate.reach()
    await gate.isOpen
  }

  private gate(name: string): Gate {
    const gate = this.gates.get(name) ?? makeGate()
    this.gates.set(name, gate)
    return gate
  }
}
