import { CommandDialog } from './acts/CommandDialog'
import { StopDialog } from './acts/StopDialog'
import { GoOnDialog } from './goOn/GoOnDialog'
import { LimitsDialog } from './limits/LimitsDialog'

/** Whatever an act may ask for, wherever the act was: rendered once, by the window. */
export function DriveDialogs() {
  return (
    <>
      <GoOnDialog />
      <StopDialog />
      <LimitsDialog />
      <CommandDialog />
    </>
  )
}
