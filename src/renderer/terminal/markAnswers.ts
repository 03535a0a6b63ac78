import type { IParser } from '@xterm/xterm'

/**
 * Tells what the screen answers from what a person types: the answer follows the question at once. Nothing is answered here, the
 * library's own handlers come next.
 */
export function markAnswers(parser: IParser): { isAnswering(): boolean } {
  let isAsked = false
  const note = (): false => {
    isAsked = true
    queueMicrotask(() => {
      isAsked = false
    })
    return false
  }
  for (const prefix of ['', '?', '>', '=']) {
    const named = prefix === '' ? {} : { prefix }
    for (const final of ['c', 'n', 'q', 't']) parser.registerCsiHandler({ ...named, final }, note)
    parser.registerCsiHandler({ ...named, intermediates: '$', final: 'p' }, note)
  }
  // Setting the mode of focus reports tells the focus.
  parser.registerCsiHandler({ prefix: '?', final: 'h' }, note)
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, note)
  for (const colour of [4, 10, 11, 12]) parser.registerOscHandler(colour, note)
  return { isAnswering: () => isAsked }
}
