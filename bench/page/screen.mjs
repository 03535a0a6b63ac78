/** What the measurements know of the page: roles and names, as a person does. @param {import('@playwright/test').Page} page */
export function screenOf(page) {
  return {
    runs: page.getByRole('navigation', { name: 'Runs' }),
    rows: page.getByRole('navigation', { name: 'Runs' }).getByRole('option'),
    tree: page.getByRole('tree'),
    items: page.getByRole('treeitem'),
    transcript: page.getByRole('region', { name: 'Transcript' }),
    canvas: page.locator('.canvas'),
  }
}

/** Runs in the page: where every node of the canvas stands on the screen, by its key. */
export function nodePlaces() {
  return Object.fromEntries(
    [...document.querySelectorAll('.node[data-agent]')].map((node) => {
      const { x, y } = node.getBoundingClientRect()
      return [node.getAttribute('data-agent') ?? '', [Math.round(x), Math.round(y)]]
    }),
  )
}

/** Brings the root's surroundings so near that agents are cards. @param {import('@playwright/test').Page} page */
export async function goNear(page) {
  const { tree } = screenOf(page)
  const zoom = page.getByRole('group', { name: 'Zoom' })
  for (let press = 0; press < 60; press++) {
    if (Number.parseFloat((await zoom.textContent()) ?? '') >= 100) break
    await zoom.getByRole('button', { name: 'Zoom in' }).click()
    // A press while the camera still flies begins where it is, not where it was going.
    await page.waitForTimeout(280)
  }
  // Selecting another one first: only a change brings into view.
  await tree.focus()
  for (const key of ['Home', 'ArrowRight', 'Home']) await page.keyboard.press(key)
  await page.waitForTimeout(400)
}
