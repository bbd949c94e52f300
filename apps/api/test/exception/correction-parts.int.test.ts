import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { documentFor, importText, mark, newParty } from '../make.ts'
import { toBranch, twoShipments } from '../two-shipments.ts'
import { correctionKit } from './correction-kit.ts'

const t = useTestDb()
const customer = useCustomer(t)
const { send, shown } = correctionKit(t, customer)

const calls = (user = customer.admin) => t.as(user).documentException
const orders = async () => {
  const { items } = await t.as(customer.admin).order.readManySearch({})
  return items
    .toSorted((a, b) => a.documentId - b.documentId)
    .map(({ documentId, customerLocationName, amountOfMeds, amountNotReceived }) => ({
      id: documentId,
      at: customerLocationName,
      meds: amountOfMeds,
      received: amountOfMeds - amountNotReceived,
    }))
}

async function replace(correctionId: number, user = customer.admin): Promise<void> {
  await calls(user).updateReplace({ correctionId })
  await t.runJobs()
}

describe('a corrected file for a document that became two orders', () => {
  /** Imports a document that contains two orders. Returns the options from which the document was made, and the text of a corrected version of it. */
  async function twoOrders() {
    const same = { sender: newParty('North & Sons'), serialSeed: mark(), instanceIdentifier: mark(), purchaseOrder: 'PO-1' }
    await importText(t, customer.admin, twoShipments(customer, toBranch(customer), same))
    const corrected = twoShipments(customer, toBranch(customer), { ...same, now: new Date(t.clock.now().getTime() - 60_000) })
    return { same, corrected }
  }

  test('is recognized, replaces both orders, and keeps the receipts of both', async () => {
    const { corrected } = await twoOrders()
    const [main, branch] = await orders()
    await t.as(customer.elsewhere).order.updateReceiveAllByDocumentid({ documentId: branch?.id ?? 0 })
    const { upload, correctionId } = await send(corrected)
    expect(upload.outcome.kind).toBe('differs')
    // The comparison covers only the order for the same location, so packages of the other order are not listed as differences.
    expect(await shown(correctionId)).toMatchObject({
      groups: [],
      shared: 2,
      old: { documentId: main?.id, meds: 2 },
      corrected: { meds: 2 },
    })
    await replace(correctionId)
    const after = await orders()
    expect(after).toMatchObject([
      { at: 'Main', meds: 2, received: 0 },
      { at: 'Branch', meds: 2, received: 2 },
    ])
    const read = (documentId = 0) => t.as(customer.admin).order.readOneById({ documentId })
    expect(await read(branch?.id)).toMatchObject({ isVoided: true, replacedById: after[1]?.id })
    expect((await read(after[0]?.id)).parts).toMatchObject([{ documentId: after[1]?.id }])
  })

  test('no longer replaces the orders once the replacement is undone, which restores both orders', async () => {
    const { corrected } = await twoOrders()
    const before = await orders()
    const { correctionId } = await send(corrected)
    await replace(correctionId)
    await calls().updateUndoReplace({ correctionId })
    expect(await orders()).toEqual(before)
    await replace((await send(corrected.replace('</epcis:EPCISDocument>', '</epcis:EPCISDocument>\n'))).correctionId)
    expect(await orders()).toHaveLength(2)
  })

  test('can be accepted or rejected only by somebody who administers the locations of both orders', async () => {
    const { corrected } = await twoOrders()
    const { correctionId } = await send(corrected)
    const before = await orders()
    await expect(calls(customer.lead).updateReplace({ correctionId })).rejects.toMatchObject({
      cause: { key: 'correction_parts_elsewhere' },
    })
    await t.runJobs()
    expect(await orders()).toEqual(before)
  })

  test('replaces both orders, and only somebody who may see both can undo the replacement', async () => {
    const { corrected } = await twoOrders()
    const { correctionId } = await send(corrected)
    await replace(correctionId)
    await t.query('delete from user_location where customer_id = $1 and user_id = $2 and location_id = $3', [
      customer.customerId,
      customer.lead.userId,
      customer.branch.id,
    ])
    await expect(calls(customer.lead).updateUndoReplace({ correctionId })).rejects.toMatchObject({
      cause: { key: 'correction_parts_elsewhere' },
    })
    expect(await orders()).toHaveLength(2)
  })

  test('replaces both orders with one if the corrected file ships everything to one location', async () => {
    const { same } = await twoOrders()
    const { correctionId } = await send(documentFor(customer, { meds: 4, perCase: 1, casesPerPallet: 2, ...same }))
    await replace(correctionId)
    expect(await orders()).toMatchObject([{ at: 'Main', meds: 4 }])
    await calls().updateUndoReplace({ correctionId })
    expect(await orders()).toMatchObject([
      { at: 'Main', meds: 2 },
      { at: 'Branch', meds: 2 },
    ])
  })

  test('splits an order in two if the file also ships to a second location, and undoing the replacement restores the single order', async () => {
    const same = { sender: newParty('North & Sons'), serialSeed: mark(), instanceIdentifier: mark(), purchaseOrder: 'PO-1' }
    await importText(t, customer.admin, documentFor(customer, { meds: 4, perCase: 1, casesPerPallet: 2, ...same }))
    const { correctionId } = await send(twoShipments(customer, toBranch(customer), same))
    await replace(correctionId)
    expect(await orders()).toMatchObject([
      { at: 'Main', meds: 2 },
      { at: 'Branch', meds: 2 },
    ])
    await calls().updateUndoReplace({ correctionId })
    expect(await orders()).toMatchObject([{ at: 'Main', meds: 4 }])
  })
})
