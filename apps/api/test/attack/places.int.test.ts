import { SAMPLE_PRODUCTS } from '@seriatim/epcis'
import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, type TestCustomer } from '../make.ts'

const t = useTestDb()
const customer = useCustomer(t)

const entry = { serialNumber: 'TYPED-1', gtin: '', lotNumber: '', expirationDate: '', ndc: '', medName: 'Rareamycin', manufacturerName: '' }

describe('the global search', () => {
  test('names a product only if the caller may see one of its packages', async () => {
    const products = [{ ...(SAMPLE_PRODUCTS[0] ?? never()), name: 'Secretolol', ndc: '8801-7777-60' }]
    await addOrder(customer, { products })
    const find = async (user: TestCustomer['staff'], text: string) =>
      (await t.as(user).finder.readManyByText({ text })).hits.filter((hit) => hit.kind === 'product').map((hit) => hit.title)
    expect(await find(customer.staff, 'secretolol')).toHaveLength(1)
    expect(await find(customer.admin, 'secretolol')).toHaveLength(1)
    expect(await find(customer.staff, '8801-7777')).toHaveLength(1)
    expect(await find(customer.elsewhere, 'secretolol')).toEqual([])
    expect(await find(customer.elsewhere, '8801-7777')).toEqual([])
    await t.as(customer.staff).med.createOne({ ...entry, locationId: customer.main.id })
    expect(await find(customer.staff, 'rareamycin')).toHaveLength(1)
    expect(await find(customer.elsewhere, 'rareamycin')).toEqual([])
  })
})

describe('a user’s own entries of today', () => {
  test('can be undone until midnight at the location, whatever time zone the caller sends', async () => {
    t.clock.set('2026-11-02T20:00:00Z')
    await t.query(`update location set time_zone = 'America/New_York' where id = $1`, [customer.main.id])
    const { id } = await t.as(customer.staff).med.createOne({ ...entry, locationId: customer.main.id })
    t.clock.set('2026-11-03T04:59:00Z')
    for (const timeZone of ['Asia/Tokyo', 'Pacific/Pago_Pago'])
      expect(await t.as(customer.staff, { timeZone }).med.readOneById({ medId: id })).toMatchObject({ mayVoid: true, needsReason: false })
    t.clock.set('2026-11-03T05:01:00Z')
    for (const timeZone of ['Pacific/Pago_Pago', 'America/Los_Angeles']) {
      const { med } = t.as(customer.staff, { timeZone })
      expect(await med.readOneById({ medId: id })).toMatchObject({ mayVoid: false, needsReason: true })
      await expect(med.updateVoidOne({ medId: id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })
})

function never(): never {
  throw new Error('There is no sample product.')
}
