import './NoticeList.css'
import type { Notice } from '../../shared/contract'
import { Foreign } from '../controls/Foreign'
import { Icon } from '../controls/Icon'
import { useTold } from '../store/told'

const icons = { info: ['info', 'f3'], warning: ['warn', 'st-waiting'], error: ['st-failed', 'st-failed'] } as const

/** What was said since the page was opened, newest first. */
export function NoticeList({ notices }: { readonly notices: readonly Notice[] }) {
  const counted = [...countNotices(notices)].reverse()
  return (
    <>
      <h3>Notices</h3>
      <ul className="notice-list">
        {counted.map(([key, { notice, times }]) => (
          <li key={key}>
            <Icon name={icons[notice.level][0]} className={icons[notice.level][1]} size={14} />
            <span>
              <Foreign text={notice.message} /> {times > 1 && <span className="f3">{times} times</span>}
            </span>
          </li>
        ))}
      </ul>
      <div className="row">
        <button type="button" className="btn small" onClick={() => useTold.setState({ notices: [] })}>
          Clear
        </button>
      </div>
    </>
  )
}

interface Counted {
  readonly notice: Notice
  readonly times: number
}

/** The same said again is one line, at the place of its last time. */
function countNotices(notices: readonly Notice[]): ReadonlyMap<string, Counted> {
  const counted = new Map<string, Counted>()
  for (const notice of notices) {
    const key = `${notice.level} ${notice.code} ${notice.message}`
    const times = (counted.get(key)?.times ?? 0) + 1
    counted.delete(key)
    counted.set(key, { notice, times })
  }
  return counted
}
