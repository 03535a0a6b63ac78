import { oneLine } from './neutraliseText'

/** The argument that says most about a call, on one line. */
export function toolArgument(input: unknown): string {
  if (typeof input === 'string') return oneLine(input)
  if (typeof input !== 'object' || input === null) return ''
  const values = new Map<string, unknown>(Object.entries(input))
  for (const name of telling) {
    const value = values.get(name)
    if (typeof value === 'string' && value !== '') return oneLine(value)
  }
  const first = [...values.values()].find((value) => typeof value === 'string' && value !== '')
  return typeof first === 'string' ? oneLine(first) : ''
}

const telling = ['description', 'command', 'file_path', 'filePath', 'path', 'pattern', 'query', 'url', 'prompt']
