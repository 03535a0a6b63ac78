import { placeScripted } from '../drive/placeScripted'
import type { App } from '../harness/App'
import type { World } from '../harness/World'
import { NewRunDialog } from '../pages/NewRunDialog'
import { SessionDrawer } from '../pages/SessionDrawer'
import { placeOtherRuns } from '../screens/otherRuns'

/** What a story looks at: axe in both themes, or a picture. `elsewhere`: its picture is taken by another script. */
export type Show = (name: string, pictured?: 'elsewhere') => Promise<void>

/** Brings up states of the window one after another, the way a person does. */
export interface LookStory {
  readonly title: string
  tell(stage: LookStage, show: Show): Promise<void>
}

/** A project, a product without a model, and a week of other runs in the list. */
export class LookStage {
  readonly world: World
  readonly app: App
  readonly folder: string
  private readonly theme: 'dark' | 'light'
  private readonly variables: Readonly<Record<string, string>>

  constructor(world: World, app: App, theme: 'dark' | 'light') {
    this.world = world
    this.app = app
    this.theme = theme
    const { folder, variables } = placeScripted(world, 'web')
    this.folder = folder
    this.variables = variables
    placeOtherRuns(world)
  }

  async open(): Promise<void> {
    await this.app.open({
      variables: this.variables,
      before: (page) => page.emulateMedia({ colorScheme: this.theme, reducedMotion: 'reduce' }),
    })
  }

  get dialog(): NewRunDialog {
    return new NewRunDialog(this.app.page)
  }

  get drawer(): SessionDrawer {
    return new SessionDrawer(this.app.page)
  }
}
