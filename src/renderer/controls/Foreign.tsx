import { foreignLine } from './foreignLine'

interface ForeignProps {
  readonly text: string
  readonly className?: string
}

/** Text that somebody else wrote, on one line: it can neither turn its surroundings around nor hide what it is. */
export function Foreign({ text, className }: ForeignProps) {
  return <bdi className={className}>{foreignLine(text)}</bdi>
}
