import type { z } from 'zod'

/** True: the value is exactly what the schema would make of it. False: that has to be asked of the schema. */
export type Check = (value: unknown) => boolean

const known = new WeakMap<z.ZodType, Check>()

/**
 * A schema read once into plain comparisons. Parsing twenty thousand agents copies each of them and all that is in them; what comes
 * from a wire belongs to nobody else and may be taken as it is. What is not understood here is never waved through.
 */
export function quickCheck(schema: z.ZodType | undefined): Check {
  if (!schema) return never
  const before = known.get(schema)
  if (before) return before
  const check = checkOf(schema)
  known.set(schema, check)
  return check
}

/** What a schema says of itself, as far as it is looked at. */
interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly catchall?: unknown
  readonly element?: z.ZodType
  readonly innerType?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly discriminator?: string
  readonly values?: readonly unknown[]
  readonly entries?: Readonly<Record<string, unknown>>
  readonly coerce?: boolean
  readonly checks?: readonly { readonly _zod: { readonly def: Rule } }[]
  readonly format?: string
}

interface Rule {
  readonly check: string
  readonly format?: string
  readonly pattern?: RegExp
  readonly value?: unknown
  readonly inclusive?: boolean
  readonly minimum?: number
  readonly maximum?: number
}

const never: Check = () => false

function checkOf(schema: z.ZodType): Check {
  const def = schema._zod.def as unknown as Definition
  const base = def.coerce || def.format !== undefined ? never : typeCheck(def)
  const rules = (def.checks ?? []).map(({ _zod }) => ruleOf(_zod.def))
  if (rules.length === 0) return base
  const [first = never, second] = rules
  if (rules.length === 1) return (value) => base(value) && first(value)
  if (rules.length === 2 && second) return (value) => base(value) && first(value) && second(value)
  return (value) => base(value) && rules.every((rule) => rule(value))
}

function typeCheck(def: Definition): Check {
  switch (def.type) {
    case 'string':
      return (value) => typeof value === 'string'
    case 'number':
      return Number.isFinite
    case 'boolean':
      return (value) => value === true || value === false
    case 'unknown':
      return (value) => value !== undefined
    case 'literal':
      return oneOf(def.values ?? [])
    case 'enum':
      return oneOf(Object.values(def.entries ?? {}))
    case 'nullable':
      return nullable(def.innerType)
    // An absent key is the object's matter; one that is there without a value is the schema's.
    case 'optional':
    case 'readonly':
      return def.innerType ? quickCheck(def.innerType) : never
    case 'array':
      return def.element ? arrayCheck(quickCheck(def.element)) : never
    case 'object':
      return def.shape && def.catchall === undefined ? objectCheck(def.shape) : never
    case 'union':
      return def.options && def.discriminator !== undefined ? unionCheck(def.options, def.discriminator) : never
    default:
      return never
  }
}

function oneOf(values: readonly unknown[]): Check {
  const [only] = values
  if (values.length === 1) return (value) => value === only
  const all = new Set(values)
  return (value) => all.has(value)
}

function nullable(inner: z.ZodType | undefined): Check {
  const check = inner ? quickCheck(inner) : never
  return (value) => value === null || check(value)
}

function arrayCheck(element: Check): Check {
  return (value) => {
    // Nothing but its items: holes and other keys would not be in a copy.
    if (!Array.isArray(value) || Object.keys(value).length !== value.length) return false
    for (let i = 0; i < value.length; i++) if (!element(value[i])) return false
    return true
  }
}

interface Field {
  readonly name: string
  readonly check: Check
  readonly isOptional: boolean
}

/** What came from a wire has its keys as the schema has them: going along them costs half of looking each up. Other orders are another way. */
function objectCheck(shape: Readonly<Record<string, z.ZodType>>): Check {
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    check: quickCheck(schema),
    isOptional: schema._zod.def.type === 'optional',
  }))
  return (value) => {
    // Whatever inherits from something else has more to it than its own keys.
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false
    const object = value as Readonly<Record<string, unknown>>
    let at = 0
    for (const key in object) {
      while (fields[at]?.isOptional && fields[at]?.name !== key) at++
      const field = fields[at++]
      if (field?.name !== key) return isInOtherOrder(object, fields)
      if (!field.check(object[key])) return false
    }
    while (fields[at]?.isOptional) at++
    return at === fields.length
  }
}

function isInOtherOrder(object: Readonly<Record<string, unknown>>, fields: readonly Field[]): boolean {
  let missing = 0
  for (const { name, check, isOptional } of fields) {
    const field = object[name]
    if (field === undefined && isOptional) missing++
    else if (!check(field)) return false
  }
  // As many keys as were asked for are those that were asked for: one more would have to be left out.
  return Object.keys(object).length === fields.length - missing
}

function unionCheck(options: readonly z.ZodType[], discriminator: string): Check {
  const byKind = new Map<unknown, Check>()
  for (const option of options) {
    const kind = (option._zod.def as unknown as Definition).shape?.[discriminator]
    const { type, values = [] } = (kind?._zod.def ?? { type: '' }) as unknown as Definition
    if (type !== 'literal') return never
    for (const value of values) byKind.set(value, quickCheck(option))
  }
  return (value) => {
    if (typeof value !== 'object' || value === null) return false
    return byKind.get((value as Readonly<Record<string, unknown>>)[discriminator])?.(value) ?? false
  }
}

function ruleOf({ check, format, pattern, value: bound, inclusive, minimum, maximum }: Rule): Check {
  switch (check) {
    case 'number_format':
      return format === 'safeint' ? Number.isSafeInteger : never
    case 'greater_than':
      return typeof bound !== 'number'
        ? never
        : inclusive
          ? (value) => (value as number) >= bound
          : (value) => (value as number) > bound
    case 'less_than':
      return typeof bound !== 'number'
        ? never
        : inclusive
          ? (value) => (value as number) <= bound
          : (value) => (value as number) < bound
    case 'min_length':
      return minimum === undefined ? never : (value) => (value as { length: number }).length >= minimum
    case 'max_length':
      return maximum === undefined ? never : (value) => (value as { length: number }).length <= maximum
    case 'string_format':
      // One with a memory of its own would answer differently the second time.
      return format !== 'regex' || !pattern || pattern.global || pattern.sticky ? never : (value) => pattern.test(value as string)
    default:
      return never
  }
}
