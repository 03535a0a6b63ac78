import { config } from 'zod'

/** Our own policy forbids the code that zod would make of a schema: without this it tries, and the browser reports it. */
export const withoutEval = config({ jitless: true })
