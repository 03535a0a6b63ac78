/** False: the system did not let us. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Pages without the clipboard's permission may still copy what is selected, while a person's click is being handled. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'copy-source'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}
