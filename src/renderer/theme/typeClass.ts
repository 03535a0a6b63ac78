import { typeHue } from './typeHue'

/** The class of an agent type's hue: `ty-3`; the root and agents without a type have none. */
export function typeClass(type: string | null): string {
  return type === null || type === '' ? 'ty-root' : `ty-${typeHue(type)}`
}
