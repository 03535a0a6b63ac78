import type { TranscriptItem, TreeView } from '../views'
import { frontMatter } from './frontMatter'
import { itemMarkdown } from './itemMarkdown'
import { inlineText } from './quoteText'

/** What stands before the items of a run, so that a long one can be written page by page. */
export function threadMarkdownHead(tree: TreeView): string {
  const title = inlineText(tree.title)
  return `${frontMatter({ tree, agent: null, withSubagents: false })}\n# ${title === '' ? 'Thread' : title}\n\n## Timeline\n\n`
}

/** A whole run as Markdown. */
export function threadMarkdown(tree: TreeView, items: readonly TranscriptItem[]): string {
  return threadMarkdownHead(tree) + items.map(itemMarkdown).join('')
}
