import { type Stats, statSync } from 'node:fs'
import { errorCode, isMissingCode } from './walkRoot'

/** 'forbidden': it may be there, but we may not ask. */
export function lookAtFile(path: string): Stats | undefined | 'forbidden' {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    return isMissingCode(errorCode(error)) ? undefined : 'forbidden'
  }
}
