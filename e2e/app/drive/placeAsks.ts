import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ListedAsk {
  readonly tool?: string
  readonly input: object
  /** `fixer`: the agent two deep asks. */
  readonly agent?: 'fixer'
  /** Asked when the one of this number is answered. */
  readonly after?: number
  readonly more?: object
}

/** What a run whose prompt says `listed` asks. */
export function placeAsks(folder: string, asks: readonly ListedAsk[]): void {
  writeFileSync(join(folder, 'asks.json'), JSON.stringify(asks))
}

export function withdrawAsk(folder: string, number: number): void {
  writeFileSync(join(folder, `withdraw-${number}`), '')
}

/** A line for each: its number, the decision, `always` where it lasts, the reason. */
export function answersIn(folder: string): string {
  const path = join(folder, 'answers.txt')
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** A rule that would be allowed from now on. */
export const ruleFor = (content: string) => ({
  permission_suggestions: [
    { type: 'addRules', behavior: 'allow', destination: 'localSettings', rules: [{ toolName: 'Bash', ruleContent: content }] },
  ],
})
