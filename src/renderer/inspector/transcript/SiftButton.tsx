import { useRef } from 'react'
import { IconButton } from '../../controls/IconButton'
import { Popover } from '../../controls/Popover'
import { SiftBox } from './SiftBox'
import { isSifting, useSift } from './useSift'

export function SiftButton() {
  const place = useRef<HTMLSpanElement>(null)
  const isOpen = useSift((sift) => sift.isOpen)
  const isOn = useSift(({ choice }) => isSifting(choice))
  const close = (): void => useSift.setState({ isOpen: false })
  return (
    <span className="row" ref={place}>
      <IconButton
        icon="filter"
        label="Filter the transcript"
        shortcut="Ctrl Shift F"
        isOn={isOn}
        isExpanded={isOpen}
        onPress={() => useSift.setState({ isOpen: !isOpen })}
      />
      {isOpen && place.current && (
        <Popover label="Filter the transcript" anchor={place.current} onClose={close} width={272}>
          <SiftBox />
        </Popover>
      )}
    </span>
  )
}
