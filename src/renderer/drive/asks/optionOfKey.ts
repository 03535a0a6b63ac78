import type { Ask } from '../../../shared/drive/ask'

type Option = Ask['options'][number]

/** The option that a key stands for while a card has the focus: Enter the first, `a` the first that lasts, `d` the first that denies. */
export function optionOfKey({ kind, options }: Pick<Ask, 'kind' | 'options'>, key: string): Option | null {
  switch (key) {
    case 'Enter':
      // A question is answered by its fields; what is offered beside them turns it down.
      return kind === 'question' ? null : (options[0] ?? null)
    case 'a':
      return options.find(({ effect }) => effect === 'always') ?? null
    case 'd':
      return options.find(({ effect }) => effect === 'deny') ?? null
    default:
      return null
  }
}

/** The key of an option, to be shown on it. */
export function keyOfOption(ask: Pick<Ask, 'kind' | 'options'>, option: Option): string | null {
  return ['Enter', 'a', 'd'].find((key) => optionOfKey(ask, key) === option) ?? null
}
