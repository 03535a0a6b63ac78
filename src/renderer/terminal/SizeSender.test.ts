import { expect, it } from 'vitest'
import { SizeSender } from './SizeSender'

function openSender() {
  const sent: string[] = []
  let settle: () => void = () => undefined
  const sender = new SizeSender(({ columns, rows }) => {
    sent.push(`${columns}x${rows}`)
    return new Promise<void>((resolve) => {
      settle = resolve
    })
  })
  const arrive = async (): Promise<void> => {
    settle()
    for (let i = 0; i < 4; i++) await Promise.resolve()
  }
  return { sender, sent, arrive }
}

it('while one is on its way only the latest is kept', async () => {
  const { sender, sent, arrive } = openSender()
  for (let columns = 80; columns <= 120; columns++) sender.set({ columns, rows: 24 })
  expect(sent).toEqual(['80x24'])
  await arrive()
  expect(sent).toEqual(['80x24', '120x24'])
})

it('a jolt ends with the size it had', async () => {
  const { sender, sent, arrive } = openSender()
  sender.jolt({ columns: 80, rows: 24 })
  await arrive()
  await arrive()
  expect(sent).toEqual(['80x23', '80x24'])
})
