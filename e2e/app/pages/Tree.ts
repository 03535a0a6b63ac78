import { expect, type Locator, type Page } from '@playwright/test'

/** One agent as the accessible tree says it: how deep, and in which words. */
export interface OutlineItem {
  readonly level: number
  readonly words: string
}

/** When words were first on the screen, ms since the epoch. */
export interface Appearance {
  readonly words: string
  readonly at: number
}

/** The canvas, by the tree that assistive technology sees. */
export class Tree {
  readonly page: Page
  readonly tree: Locator
  readonly items: Locator
  readonly selected: Locator

  constructor(page: Page) {
    this.page = page
    this.tree = page.getByRole('tree')
    this.items = this.tree.getByRole('treeitem')
    this.selected = this.tree.getByRole('treeitem', { selected: true })
  }

  /** The card on the canvas; assistive technology sees the tree instead. */
  card(text: string): Locator {
    return this.page.locator('.node[data-agent]').filter({ hasText: text }).first()
  }

  /** With the pointer, as a person does. */
  async press(text: string): Promise<void> {
    await this.clickCard(text, 'left')
    await expect(this.selected).toHaveAccessibleName(new RegExp(escapeText(text)))
  }

  async openMenu(text: string): Promise<void> {
    await this.clickCard(text, 'right')
    await this.page.getByRole('menu').waitFor()
  }

  async focus(): Promise<void> {
    await this.tree.focus()
  }

  /** The run's own agent, by keyboard. */
  async selectRoot(): Promise<void> {
    // A run that has just been chosen has no agents yet: a key pressed then is pressed in vain.
    await expect(this.items.first()).toBeAttached()
    await this.focus()
    await this.page.keyboard.press('Home')
    await expect(this.selected).toHaveAttribute('aria-level', '1')
  }

  /** Takes hold of the empty canvas and moves it. */
  async drag(x: number, y: number): Promise<void> {
    const box = await this.page.getByRole('main').boundingBox()
    if (!box) throw new Error('there is no canvas')
    const [fromX, fromY] = [box.x + box.width - 60, box.y + box.height / 2]
    await this.page.mouse.move(fromX, fromY)
    await this.page.mouse.down()
    await this.page.mouse.move(fromX - x, fromY - y, { steps: 8 })
    await this.page.mouse.up()
  }

  /** Drops one agent's card on another's. */
  async dragOnto(text: string, target: string): Promise<void> {
    const [from, to] = [await this.centreOf(text), await this.centreOf(target)]
    await this.page.mouse.move(from.x, from.y)
    await this.page.mouse.down()
    await this.page.mouse.move(from.x + 12, from.y + 12, { steps: 4 })
    await this.page.mouse.move(to.x, to.y, { steps: 12 })
    await this.page.mouse.up()
  }

  /** Where a card stands once it has come to rest: what is added slides its neighbours. */
  private async centreOf(text: string): Promise<{ readonly x: number; readonly y: number }> {
    const card = this.card(text)
    let box = await card.boundingBox()
    await expect(async () => {
      const before = box
      await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      box = await card.boundingBox()
      expect(box).toEqual(before)
    }).toPass()
    if (!box) throw new Error(`${text} is not on the canvas`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  /** The canvas itself takes the pointer, wherever the cards are. */
  private async clickCard(text: string, button: 'left' | 'right'): Promise<void> {
    const { x, y } = await this.centreOf(text)
    await this.page.mouse.click(x, y, { button })
  }

  /** From now on, notes when the words of each agent are first painted. */
  async watchAppearances(): Promise<void> {
    await this.page.evaluate(() => {
      const seen = new Map<string, number>()
      const look = (): void => {
        const fresh = [...document.querySelectorAll('.node[data-agent]')].filter((card) => !seen.has(card.textContent ?? ''))
        if (fresh.length === 0) return
        const texts = fresh.map((card) => card.textContent ?? '')
        for (const text of texts) seen.set(text, 0)
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          // The task after the frame: by then it is painted.
          port1.onmessage = () => {
            const now = performance.timeOrigin + performance.now()
            for (const text of texts) seen.set(text, now)
          }
          port2.postMessage(null)
        })
      }
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
      Object.assign(window, { appearances: seen })
    })
  }

  /** The moments of `watchAppearances`, on the clock of the machine. */
  appearances(): Promise<Appearance[]> {
    return this.page.evaluate(() => {
      const { appearances } = window as unknown as { appearances: ReadonlyMap<string, number> }
      return [...appearances].map(([words, at]) => ({ words, at }))
    })
  }

  /** The agent whose words hold this text; its own words, not its children's. */
  agent(text: string): Locator {
    return this.tree.getByRole('treeitem', { name: text }).first()
  }

  /** In the order of the tree: parents before their children. */
  outline(): Promise<OutlineItem[]> {
    return this.items.evaluateAll((items) =>
      items.map((item) => ({
        level: Number(item.getAttribute('aria-level')),
        words: item.getAttribute('aria-label') ?? item.textContent ?? '',
      })),
    )
  }

  /** Waits until every expected agent stands under its parent with its words. */
  async expectOutline(due: readonly OutlineLine[]): Promise<void> {
    await expect(async () => expect(describeOutline(await this.outline(), due)).toEqual(due.map(describeLine))).toPass({
      timeout: 20_000,
      intervals: [100],
    })
  }
}

/** An agent to be found: the words that must be in its line, and its parent's description; null: the root is its parent. */
export interface OutlineLine {
  readonly description: string
  readonly parent: string | null
  readonly words: readonly string[]
}

function escapeText(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function describeLine({ description, parent, words }: OutlineLine): string {
  return `${description} under ${parent ?? 'the root'}: ${words.join(', ')}`
}

function describeOutline(items: readonly OutlineItem[], due: readonly OutlineLine[]): string[] {
  return due.map(({ description, parent, words }) => {
    const at = items.findIndex((item) => item.words.includes(description))
    const item = items[at]
    if (!item) return `${description} is not there`
    const above = items.slice(0, at).findLast(({ level }) => level === item.level - 1)
    const isUnderIt = parent === null ? item.level === 2 : above?.words.includes(parent) === true
    const said = words.map((word) => (item.words.includes(word) ? word : `not “${word}” but: ${item.words}`))
    const line = describeLine({ description, parent, words: said })
    return isUnderIt ? line : `${line}, but it stands under ${above?.words ?? 'nobody'}`
  })
}
