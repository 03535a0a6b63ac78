import type { Ask } from '../../shared/drive/ask'
import { asId, asObject, asText, type Json } from '../readJson'

type Question = Ask['questions'][number]

/** One field of a form that a tool's server asks a person to fill in. */
interface Field {
  readonly question: Question
  /** Undefined: left out. */
  readonly readValue: (said: readonly string[]) => unknown
}

export interface Form {
  readonly questions: readonly Question[]
  contentOf(answers: Readonly<Record<string, readonly string[]>>): Json
}

/** Of a field that need not be filled in. */
const LEFT_OUT = 'Leave it out'

/** A form of plain fields as questions, as the Model Context Protocol describes forms; null: it holds what no person could be asked here. */
export function readForm(schema: Json | null): Form | null {
  const properties = asObject(schema?.['properties']) ?? {}
  const required = Array.isArray(schema?.['required']) ? schema['required'] : []
  const fields = Object.entries(properties).map(([id, property]) => fieldOf(id, asObject(property), required.includes(id)))
  const known = fields.filter((field) => field !== null)
  if (known.length < fields.length) return null
  return {
    questions: known.map(({ question }) => question),
    contentOf: (answers) =>
      Object.fromEntries(
        known.flatMap(({ question: { id }, readValue }) => {
          const said = (answers[id] ?? []).filter((one) => one !== LEFT_OUT)
          const value = said.length === 0 ? undefined : readValue(said)
          return value === undefined ? [] : [[id, value]]
        }),
      ),
  }
}

function fieldOf(id: string, property: Json | null, isRequired: boolean): Field | null {
  if (!property) return null
  const question = (labels: readonly string[], more: Partial<Question> = {}): Question => ({
    ...{ id, header: asText(property['title']), text: asText(property['description']) ?? asText(property['title']) ?? id },
    ...{ isMultiple: false, takesOwnWords: false, isSecret: false },
    options: [...labels, ...(isRequired ? [] : [LEFT_OUT])].map((label) => ({ label, note: null })),
    ...more,
  })
  const choices = choicesOf(property['type'] === 'array' ? asObject(property['items']) : property)
  switch (property['type']) {
    case 'string':
      if (!choices) return { question: question([], { takesOwnWords: true }), readValue: ([said]) => said }
      return { question: question([...choices.keys()]), readValue: ([said]) => choices.get(said ?? '') }
    case 'array':
      if (!choices) return null
      return {
        question: question([...choices.keys()], { isMultiple: true }),
        readValue: (said) => said.map((one) => choices.get(one)),
      }
    case 'boolean':
      return { question: question(['Yes', 'No']), readValue: ([said]) => said === 'Yes' }
    case 'number':
    case 'integer':
      return { question: question([], { takesOwnWords: true }), readValue: ([said]) => numberOf(said) }
    default:
      return null
  }
}

/** Values by what a person reads; null: it is no choice. */
function choicesOf(property: Json | null): ReadonlyMap<string, string> | null {
  const values = property?.['enum']
  const names = property?.['enumNames']
  if (Array.isArray(values))
    return new Map(values.map((value, i) => [String(Array.isArray(names) ? (names[i] ?? value) : value), String(value)]))
  const titled = property?.['oneOf'] ?? property?.['anyOf']
  if (!Array.isArray(titled)) return null
  return new Map(
    titled.flatMap((each: unknown) => {
      const value = asId(asObject(each)?.['const'])
      return value === null ? [] : [[asText(asObject(each)?.['title']) ?? value, value]]
    }),
  )
}

/** What is no number goes as it was said: the server says what is wrong with it. */
function numberOf(said: string | undefined): unknown {
  const value = Number(said)
  return Number.isFinite(value) && said?.trim() !== '' ? value : said
}
