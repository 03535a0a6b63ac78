/** What the tool itself said of a call, where its answer ends with it; null: it says nothing. */
export interface ReportedNumbers {
  readonly tokens: number | null
  readonly tools: number | null
  readonly durationMs: number | null
}

export function reportedNumbers(output: string): ReportedNumbers | null {
  const end = output.slice(-2000)
  const tokens = numberIn(end, /\btotal_?tokens"?\s*[:=]\s*(\d+)/i)
  const tools = numberIn(end, /\b(?:total_?)?tool_?uses?(?:_?count)?"?\s*[:=]\s*(\d+)/i)
  const durationMs = numberIn(end, /\b(?:total_?)?duration_?ms"?\s*[:=]\s*(\d+)/i)
  return tokens === null && tools === null && durationMs === null ? null : { tokens, tools, durationMs }
}

function numberIn(text: string, pattern: RegExp): number | null {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? null : Number(found)
}
