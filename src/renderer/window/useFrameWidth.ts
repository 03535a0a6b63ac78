import { useMedia } from './useMedia'

/** wide: everything side by side. middle: the runs are a rail. narrow: the inspector lies over the centre. */
export type FrameWidth = 'wide' | 'middle' | 'narrow'

export function useFrameWidth(): FrameWidth {
  const isMiddle = useMedia('(max-width: 1099px)')
  const isNarrow = useMedia('(max-width: 899px)')
  return isNarrow ? 'narrow' : isMiddle ? 'middle' : 'wide'
}
