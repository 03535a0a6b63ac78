/** What is already written stays; the same words are not said twice. */
export function withWords(draft: string, words: string): string {
  if (draft.trim() === '') return words
  return draft.includes(words.trim()) ? draft : `${draft.trimEnd()}\n\n${words}`
}
