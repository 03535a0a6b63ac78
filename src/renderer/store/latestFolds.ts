const mostRuns = 200

/** Of the runs in which a person folded something the latest, the one that is shown last of all. */
export function latestFolds<Folds>(folds: Readonly<Record<string, Folds>>, shown: string | null): Record<string, Folds> {
  const others = Object.entries(folds).filter(([run]) => run !== shown)
  const own = shown === null ? undefined : folds[shown]
  const all = own === undefined || shown === null ? others : [...others, [shown, own] as const]
  return Object.fromEntries(all.slice(-mostRuns))
}
