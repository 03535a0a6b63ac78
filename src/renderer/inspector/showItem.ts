import { useUi } from '../store/ui'

/** An item of the agent that is shown, in its transcript. */
export function showItem(n: number): void {
  useUi.setState({ inspectorTab: 'transcript', wantedItem: n })
}
