import './MiddleCut.css'
import { exactText } from '../../shared/exactText'
import { Tip } from './Tip'

/** A path in one line: where there is no room, its middle gives way and its last name stays. */
export function MiddleCut({ path }: { readonly path: string }) {
  const end = path.endsWith('/') ? path.length - 1 : path.length
  const at = Math.max(0, path.lastIndexOf('/', end - 1))
  return (
    <Tip text={<bdi className="mono">{exactText(path)}</bdi>}>
      <bdi className="middle-cut mono">
        <span className="cut">{exactText(path.slice(0, at))}</span>
        <span className="cut">{exactText(path.slice(at))}</span>
      </bdi>
    </Tip>
  )
}
