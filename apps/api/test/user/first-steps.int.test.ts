import { describe, expect, test } from 'vitest'
import { useTestDb } from '../fixtures.ts'
import { addOrder, newCustomer } from '../make.ts'

const operator = { name: 'Northside Health IT', emailAddress: 'help@northside.tst', phoneNumber: '555 0100', hours: 'Mon-Fri 8-6 ET' }
const t = useTestDb({ config: { operator } })

describe('the checklist of a new customer', () => {
  test('marks a step as done, no matter who completed it', async () => {
    const customer = await newCustomer(t)
    const { customer: calls, settings } = t.as(customer.admin)
    const before = await calls.readFirstSteps()
    expect(before.isHidden).toBe(false)
    expect(before.done).toContain('location')
    expect(before.done).not.toContain('regulator')
    expect(before.done).not.toContain('scanner')
    expect(before.done).not.toContain('order')
    await settings.updateRegulator({ regulatorEmailAddress: 'board@mail.tst' })
    await t.as(customer.staff).customer.updateScannerTested()
    await t.as(customer.colleague).customer.updateScannerTested()
    await addOrder(customer)
    expect((await calls.readFirstSteps()).done).toEqual(expect.arrayContaining(['regulator', 'scanner', 'order']))
    const tested = await t.query("select detail from audit where customer_id = $1 and detail->>'field' = 'scannerTested'", [
      customer.customerId,
    ])
    expect(tested).toEqual([{ detail: { field: 'scannerTested', before: false, after: true } }])
  })

  test('ignores other customers', async () => {
    const [one, other] = [await newCustomer(t), await newCustomer(t)]
    await addOrder(one)
    await t.as(one.staff).customer.updateScannerTested()
    const { done } = await t.as(other.admin).customer.readFirstSteps()
    expect(done).not.toContain('order')
    expect(done).not.toContain('scanner')
  })

  test('can be hidden and restored by the customer admin only', async () => {
    const customer = await newCustomer(t)
    const { customer: calls } = t.as(customer.admin)
    await calls.updateFirstStepsHidden({ isHidden: true })
    expect((await calls.readFirstSteps()).isHidden).toBe(true)
    await calls.updateFirstStepsHidden({ isHidden: false })
    expect((await calls.readFirstSteps()).isHidden).toBe(false)
    await expect(t.as(customer.staff).customer.updateFirstStepsHidden({ isHidden: true })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(t.as(customer.staff).customer.readFirstSteps()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

test('every signed-in user can read the contact for help', async () => {
  const customer = await newCustomer(t)
  expect(await t.as(customer.staff).customer.readOperator()).toEqual(operator)
})
