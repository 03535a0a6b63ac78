import { AxeBuilder } from '@axe-core/playwright'
import type { App } from './App'

/** Serious and critical violations, one line each. */
export async function violations(app: App): Promise<string[]> {
  // Motion would show colours that are never at rest.
  await app.page.emulateMedia({ reducedMotion: 'reduce' })
  const { violations: found } = await new AxeBuilder({ page: app.page }).setLegacyMode(app.isDesktop).analyze()
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`),
    )
}
