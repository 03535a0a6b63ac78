import { IconButton } from '../../controls/IconButton'
import { openMenu } from '../../controls/Menu'
import { CopyIcon } from '../CopyIcon'
import { itemActions } from './itemActions'
import type { RowProps } from './TranscriptRow'
import { useIsNear } from './useNearRow'
import { useTranscript } from './useTranscript'

/** What can be done with one block, at its corner while the pointer or the focus is there. */
export function BlockTools(props: RowProps) {
  const origin = useTranscript((transcript) => transcript.origin)
  return useIsNear(props.item.n - origin) && <Tools {...props} />
}

function Tools({ run, agent, item }: RowProps) {
  return (
    <span className="block-tools">
      <CopyIcon text={() => itemActions.textOf({ run, agent, item })} />
      <IconButton
        icon="more"
        label="More for this item"
        onPress={({ currentTarget }) =>
          openMenu({ at: currentTarget, label: 'Item', items: itemActions.menuOf({ run, agent, item }) })
        }
      />
    </span>
  )
}
