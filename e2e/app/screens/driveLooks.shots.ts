import { test } from '../harness/test'
import { LookStage } from '../looks/LookStage'
import { lookStories } from '../looks/lookStories'
import { shoot } from './shoot'

for (const theme of ['dark', 'light'] as const) {
  for (const story of lookStories) {
    test(`${story.title}, ${theme}`, async ({ world, app }) => {
      await story.tell(new LookStage(world, app, theme), async (name, pictured) => {
        if (pictured !== 'elsewhere') await shoot(app.page, `${name}-${theme}`)
      })
    })
  }
}
