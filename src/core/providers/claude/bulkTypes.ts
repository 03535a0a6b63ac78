/**
 * Records that keep the CLI's own books. They are most of the bytes of a transcript and say nothing about the tree that a gist
 * does not hold; some repeat messages word for word, which must not be counted again.
 */
export const bulkTypes: ReadonlySet<string> = new Set([
  'attachment',
  'api-request',
  'api-request-shape',
  'api-request-blob',
  'file-history-snapshot',
  'atis-latch',
  'tools-used',
  // Copies of an agent's messages in its parent, each as long as the message: progressLink reads the few that say something new.
  'progress',
  'system',
])
