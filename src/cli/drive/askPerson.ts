import type { CommandContext } from '../command'

/** One line that a person types; null: no more will come. */
export function askPerson(context: CommandContext, question: string): Promise<string | null> {
  return new Promise((resolve) => {
    void context.err.write(question).then(() => {
      let answer: string | null = null
      const stop = context.input.onLine(
        (line) => {
          answer ??= line
          stop()
          resolve(answer)
        },
        () => resolve(answer),
      )
    })
  })
}
