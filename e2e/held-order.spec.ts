import { expect, test } from 'vitest'
import { COLORS, expectAccessible, signIn, useStage } from './browser-test.ts'
import { countLeft, openOrder } from './orders.ts'
import { scan } from './scanner.ts'

const stage = useStage()

test.each([
  { width: 1440, dark: false },
  { width: 390, dark: true },
])(
  'scans for an order that somebody else has locked wait with a message, and are sent automatically once it is unlocked ($width px)',
  async ({ width, dark }) => {
    const { page, faults } = await stage.open({ width, dark })
    await signIn(stage, page, 'admin@park.demo')
    const { documentId, meds } = await openOrder(page)
    await stage.server.whileHeld(documentId, async () => {
      for (const med of meds.slice(0, 2)) await scan(page, `01${med.gtin}21${med.serialNumber}`)
      await page.getByText('2 scans are waiting for somebody else').waitFor()
      await page.getByText('They are working on this order right now.', { exact: false }).waitFor()
      await expectAccessible(page, dark ? COLORS : undefined)
    })
    await page.getByText('for somebody else', { exact: false }).waitFor({ state: 'detached' })
    await expect.poll(() => countLeft(page, documentId)).toBe(meds.length - 2)
    expect(faults).toEqual([])
  },
)

test('a change to an order locked by somebody else waits with a message and is then made automatically', async () => {
  const { page, faults } = await stage.open()
  await signIn(stage, page, 'admin@park.demo')
  const { documentId, meds } = await openOrder(page)
  const [med] = meds
  if (!med) throw new Error('The sample has no meds.')
  await scan(page, `01${med.gtin}21${med.serialNumber}`)
  await expect.poll(() => countLeft(page, documentId)).toBe(meds.length - 1)
  await stage.server.whileHeld(documentId, async () => {
    await page.getByRole('button', { name: 'Undo this scan' }).click()
    const notice = page
      .getByRole('alert')
      .or(page.getByRole('status'))
      .filter({ hasText: 'Somebody else is receiving or changing this order' })
    await notice.filter({ hasText: 'Your change will be saved automatically when they are done.' }).waitFor()
  })
  await expect.poll(() => countLeft(page, documentId)).toBe(meds.length)
  expect(faults).toEqual([])
})
