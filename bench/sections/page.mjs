import { appends } from '../page/appends.mjs'
import { arriving } from '../page/arriving.mjs'
import { canvas } from '../page/canvas.mjs'
import { hour } from '../page/hour.mjs'
import { list } from '../page/list.mjs'
import { startUp } from '../page/startUp.mjs'
import { transcript } from '../page/transcript.mjs'

/** The page in a real browser, part by part; `npm run bench page:list` measures one. */
export const pageParts = {
  startUp,
  list,
  canvas1000: () => canvas('agents1000'),
  canvas20000: () => canvas('agents20000'),
  arriving,
  transcript,
  appends,
  hour,
}

export async function page() {
  const rows = []
  for (const part of Object.values(pageParts)) rows.push(...(await part()))
  return rows
}
