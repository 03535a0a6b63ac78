import { faultOf } from '../store/client'

/** What an act answered; a call that failed on the way is a refusal too, to be read in the same place. */
export async function refusalOf(act: Promise<{ readonly refusal: string | null }>): Promise<string | null> {
  try {
    return (await act).refusal
  } catch (error) {
    return faultOf(error).message
  }
}
