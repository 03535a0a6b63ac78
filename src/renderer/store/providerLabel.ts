import { useTold } from './told'

/** What a person calls a provider; its id while the engine has not told. */
export function providerLabel(id: string): string {
  return useTold.getState().health?.providers.find((provider) => provider.id === id)?.label ?? id
}
