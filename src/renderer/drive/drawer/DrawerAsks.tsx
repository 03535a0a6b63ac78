import { useLayoutEffect } from 'react'
import type { LaunchId } from '../../../shared/drive/launch'
import { PathedAsk } from '../asks/PathedAsk'
import { useShownAsks } from '../asks/shownAsks'
import { useAsksInDrawer } from '../asks/useAsksInDrawer'

/** All that a session asks, oldest first, beside what it is told. */
export function DrawerAsks({ launch }: { readonly launch: LaunchId }) {
  // Before anything is painted: a card that stood in the inspector is in one place in every picture.
  useLayoutEffect(() => {
    useAsksInDrawer.setState({ launch })
    return () => useAsksInDrawer.setState({ launch: null })
  }, [launch])
  const own = useShownAsks().filter(({ ask }) => ask.launch === launch)
  if (own.length === 0) return null
  return (
    <aside className="drawer-asks" aria-label="What it asks">
      {own.map(({ ask, end }) => (
        <PathedAsk key={ask.id} ask={ask} end={end} look="drawer" />
      ))}
    </aside>
  )
}
