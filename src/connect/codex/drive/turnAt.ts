import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { asId, asObject, parseJson } from '../../../core/readJson'

/** The turn in which a rollout's record lies; `offset`: the byte it begins at. What lies before the first turn belongs to that. Null: no turn is named. */
export async function turnAt(file: string, offset: number): Promise<string | null> {
  const stream = createReadStream(file)
  // A file that cannot be read is told by the reading itself, below.
  const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })
  let turn: string | null = null
  let at = 0
  try {
    for await (const line of lines) {
      if (at > offset && turn !== null) break
      at += Buffer.byteLength(line) + 1
      if (!line.includes('turn_id')) continue
      turn = asId(asObject(asObject(parseJson(line))?.['payload'])?.['turn_id']) ?? turn
    }
  } finally {
    stream.destroy()
  }
  return turn
}
