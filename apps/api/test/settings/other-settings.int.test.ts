import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { newCustomer } from '../make.ts'
import { makeRestClient } from '../rest/client.ts'

const t = useTestDb()
const customer = useCustomer(t)

const trail = (action: string) =>
  t.query('select user_id::int as by, detail from audit where customer_id = $1 and action = $2 order by id', [customer.customerId, action])

describe('other settings', () => {
  test('[SET-013 REST-024] include the email address for suspect products, which can be saved over REST and appears in the user’s profile', async () => {
    const rest = makeRestClient(await t.app(), await t.signIn(customer.staff))
    const answer = await rest.post('/user/update/othersettings', { suspectMedEmailAddress: ' safety@park.example ' })
    expect(answer).toMatchObject({
      status: 200,
      json: { type: 'GLOBAL_TOAST', payload: { msg: 'Your settings were saved.', class: 'success' } },
    })
    expect((await rest.get('/user/read/one/by/id')).json).toMatchObject({ suspectMedEmailAddress: 'safety@park.example' })
    expect(await t.as(customer.colleague).user.readOneById()).toMatchObject({ suspectMedEmailAddress: null })
  })

  test('[SET-013] include an email address that is removed by saving an empty value, and each change is recorded once in the trail', async () => {
    const { settings, user } = t.as(customer.staff)
    await settings.updateOthersettings({ suspectMedEmailAddress: 'a@mail.tst;b@mail.tst' })
    await settings.updateOthersettings({ suspectMedEmailAddress: 'a@mail.tst; b@mail.tst' })
    await settings.updateOthersettings({ suspectMedEmailAddress: '  ' })
    expect(await user.readOneById()).toMatchObject({ suspectMedEmailAddress: null })
    const field = 'suspectMedEmailAddress'
    expect(await trail('user.updateSettings')).toEqual([
      { by: customer.staff.userId, detail: { field, before: null, after: 'a@mail.tst; b@mail.tst' } },
      { by: customer.staff.userId, detail: { field, before: 'a@mail.tst; b@mail.tst', after: null } },
    ])
  })

  test('[SET-013] refuse text that is not an address, or would inject a header, and change nothing', async () => {
    const { settings, user } = t.as(customer.staff)
    await settings.updateOthersettings({ suspectMedEmailAddress: 'kept@mail.tst' })
    for (const wrong of ['kept', 'a@b', 'a@mail.tst\r\nBcc: x@mail.tst', 'Dana <a@mail.tst>', 'a@mail.tst; wrong'])
      await expect(settings.updateOthersettings({ suspectMedEmailAddress: wrong })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: 'One of the addresses is not an email address.',
      })
    const six = [1, 2, 3, 4, 5, 6].map((n) => `a${n}@mail.tst`).join(';')
    await expect(settings.updateOthersettings({ suspectMedEmailAddress: six })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await user.readOneById()).toMatchObject({ suspectMedEmailAddress: 'kept@mail.tst' })
  })
})

describe("the regulator's address", () => {
  test('[ROLE-003] can be read and changed by the customer admin only, and each change is in the trail', async () => {
    const { settings } = t.as(customer.admin)
    expect(await settings.readRegulator()).toEqual({ regulatorEmailAddress: '' })
    await settings.updateRegulator({ regulatorEmailAddress: 'board@state.example' })
    expect(await settings.readRegulator()).toEqual({ regulatorEmailAddress: 'board@state.example' })
    expect(await trail('customer.updateSettings')).toEqual([
      { by: customer.admin.userId, detail: { field: 'regulatorEmailAddress', before: null, after: 'board@state.example' } },
    ])
    for (const other of [customer.lead, customer.staff]) {
      await expect(t.as(other).settings.readRegulator()).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(t.as(other).settings.updateRegulator({ regulatorEmailAddress: '' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    expect(await t.as(await newCustomer(t)).settings.readRegulator()).toEqual({ regulatorEmailAddress: '' })
  })
})

describe('the clock in documents and emails', () => {
  test('[ROLE-003] is 24-hour until the customer admin chooses AM/PM, which affects no other customer', async () => {
    const { settings } = t.as(customer.admin)
    expect(await settings.readPaperClock()).toEqual({ clockHours: 24 })
    await settings.updatePaperClock({ clockHours: 12 })
    await settings.updatePaperClock({ clockHours: 12 })
    expect(await settings.readPaperClock()).toEqual({ clockHours: 12 })
    expect((await trail('customer.updateSettings')).at(-1)).toEqual({
      by: customer.admin.userId,
      detail: { field: 'clockHours', before: 24, after: 12 },
    })
    await expect(t.as(customer.lead).settings.updatePaperClock({ clockHours: 24 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await t.as((await newCustomer(t)).admin).settings.readPaperClock()).toEqual({ clockHours: 24 })
  })
})
