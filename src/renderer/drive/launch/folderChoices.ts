import type { RecentFolder } from './useLaunchables'

export interface FolderChoice {
  readonly folder: string
  readonly recent: RecentFolder | null
}

const most = 12

/** Those of late that fit what is typed, then what lies on the disk; each once. */
export function folderChoices(
  typed: string,
  recent: readonly RecentFolder[],
  onDisk: readonly string[],
): readonly FolderChoice[] {
  const words = typed.toLowerCase()
  // Exactly one of them is there already: a person who opens the list wants to see the others.
  const isChosen = recent.some(({ folder }) => folder === typed)
  const fitting = recent.filter(({ folder }) => isChosen || folder.toLowerCase().includes(words))
  const known = new Set(fitting.map(({ folder }) => folder))
  return [
    ...fitting.map((one) => ({ folder: one.folder, recent: one })),
    ...(isChosen ? [] : onDisk.filter((folder) => !known.has(folder)).map((folder) => ({ folder, recent: null }))),
  ].slice(0, most)
}
