import { z } from 'zod'

/** A colour as a person wrote it, already parsed: nothing else ever reaches a style sheet. */
export const TypeColour = z.string().regex(/^#[0-9a-f]{6}$/)
export type TypeColour = z.infer<typeof TypeColour>

export const mostTypeColours = 500
export const longestType = 200

/** What definitions of agents say of their types, for one run. A type without a word keeps the hue of its name. */
export const TypeColours = z
  .array(z.object({ type: z.string().min(1).max(longestType), colour: TypeColour }))
  .max(mostTypeColours)
  .readonly()
export type TypeColours = z.infer<typeof TypeColours>
