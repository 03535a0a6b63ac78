/** Ids of the records of one stored conversation that hold items: places of items are numbers, the store knows records by id. */
export class RecordIds {
  private readonly ids: string[] = []
  private readonly numbers = new Map<string, number>()

  numberOf(id: string): number {
    let number = this.numbers.get(id)
    if (number === undefined) {
      number = this.ids.push(id) - 1
      this.numbers.set(id, number)
    }
    return number
  }

  has(id: string): boolean {
    return this.numbers.has(id)
  }

  idOf(number: number): string | null {
    return this.ids[number] ?? null
  }

  clear(): void {
    this.ids.length = 0
    this.numbers.clear()
  }
}
