import { expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { importText } from '../make.ts'
import { toBranch, twoShipments } from '../two-shipments.ts'
import { useRetentionKit } from './retention-kit.ts'

const t = useTestDb()
const kit = useRetentionKit(t)
const customer = useCustomer(t, { made: (make) => kit.ago(8, make) })

const receive = (documentId: number) => t.as(customer.admin).order.updateReceiveAllByDocumentid({ documentId })

test('two orders of one file are kept until both may be removed, and are removed together', async () => {
  await kit.ago(7, () => importText(t, customer.admin, twoShipments(customer, toBranch(customer))))
  const [one = 0, other = 0] = await kit.listOrders(customer)
  await kit.ago(7, () => receive(one))
  expect((await kit.plan(customer)).kept.size).toBe(2)
  await kit.ago(7, () => receive(other))
  expect([...(await kit.plan(customer)).kept]).toEqual([])
  expect(await kit.remove((await kit.exportAll(customer)).path)).toMatchObject({ orders: 2, skipped: [] })
  expect(await kit.listOrders(customer)).toEqual([])
})
