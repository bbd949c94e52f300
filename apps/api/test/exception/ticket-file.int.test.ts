import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { TestUser } from '../harness.ts'
import { addOrder } from '../make.ts'
import { aPacket } from '../trading-partner/evidence-file.ts'
import { sendPicture } from './ticket-file.ts'

const t = useTestDb()
const customer = useCustomer(t)

const calls = (user: TestUser = customer.staff) => t.as(user).documentException

describe('the photo of a ticket', () => {
  test('cannot be an executable file', async () => {
    await expect(calls().uploadOneFile(aPacket('MZ this is one', 'run.exe'))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('is accepted only from the person who uploaded it, under its own name and type', async () => {
    const order = await addOrder(customer)
    const photo = await sendPicture(t, customer.staff, 'box.png')
    const create = (user: TestUser, file: typeof photo) =>
      calls(user).createOneTicket({ documentId: order.id, kind: 'damage', photo: file })
    await expect(create(customer.colleague, photo)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(create(customer.staff, { ...photo, contentType: 'text/html' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(create(customer.staff, { ...photo, filename: 'box.html' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await calls().readCount()).toEqual({ count: 0 })
    await create(customer.staff, photo)
    expect(await calls().readCount()).toEqual({ count: 1 })
  })

  test('is refused if it would exceed the customer’s storage limit', async () => {
    const { storageQuotaBytes } = t.config
    t.config.storageQuotaBytes = 0
    await expect(sendPicture(t, customer.staff, 'box.png')).rejects.toMatchObject({ code: 'CONFLICT' })
    t.config.storageQuotaBytes = storageQuotaBytes
  })

  test('is refused if its bytes were deleted from the file storage in the meantime', async () => {
    const order = await addOrder(customer)
    const photo = await sendPicture(t, customer.staff, 'box.png')
    await t.deps.storage.delete(customer.customerId, photo.sha256)
    await expect(calls().createOneTicket({ documentId: order.id, kind: 'damage', photo })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
