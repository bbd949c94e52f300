import { describe, expect, test } from 'vitest'
import { useTestDb } from '../fixtures.ts'
import { newCustomer } from '../make.ts'

const t = useTestDb()

describe('the setting of a list', () => {
  test('is stored per person and list, and a later setting replaces it', async () => {
    const customer = await newCustomer(t)
    const own = t.as(customer.staff).settings
    expect(await own.readListSetting({ list: 'orders' })).toEqual({ hiddenColumns: [], views: [] })
    await own.updateListSetting({ list: 'orders', hiddenColumns: ['gln'], views: [] })
    const views = [{ name: 'Open at Park', query: 'open=1&from=any' }]
    await own.updateListSetting({ list: 'orders', hiddenColumns: ['gln', 'findings'], views })
    expect(await own.readListSetting({ list: 'orders' })).toEqual({ hiddenColumns: ['gln', 'findings'], views })
    expect(await own.readListSetting({ list: 'pedigrees' })).toEqual({ hiddenColumns: [], views: [] })
    expect(await t.as(customer.admin).settings.readListSetting({ list: 'orders' })).toEqual({ hiddenColumns: [], views: [] })
  })

  test('holds up to twenty named views', async () => {
    const { settings } = t.as((await newCustomer(t)).staff)
    const save = (amount: number, name = 'View') =>
      settings.updateListSetting({
        list: 'orders',
        hiddenColumns: [],
        views: Array.from({ length: amount }, () => ({ name, query: '' })),
      })
    await save(20)
    await expect(save(21)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(save(1, ' ')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
