import { TreeTools } from '../canvas/TreeTools'
import { Icon } from '../controls/Icon'
import { IconButton } from '../controls/IconButton'
import { DrawerButton } from '../drive/drawer/DrawerButton'
import { useUi } from '../store/ui'

/** What can be done with the view, over the view. */
export function ToolRow() {
  const isOpen = useUi((ui) => ui.isInspectorOpen)
  return (
    <div className="tool" role="toolbar" aria-label="Tree">
      <span className="tab on">
        <Icon name="view-tree" />
        Tree
      </span>
      <span className="grow" />
      <TreeTools />
      <DrawerButton />
      <IconButton
        icon="panel"
        size={16}
        label={isOpen ? 'Close the inspector' : 'Open the inspector'}
        isOn={isOpen}
        onPress={() => useUi.setState({ isInspectorOpen: !isOpen })}
      />
    </div>
  )
}
