import { IconButton } from '../../../controls/IconButton'
import { switchRaw, useRaw } from './useRaw'

export function RawButton() {
  const isOn = useRaw((raw) => raw.isOn)
  return <IconButton icon="raw" label="Raw events" isOn={isOn} onPress={() => switchRaw(!isOn)} />
}
