import type { Correction, Received } from '@seriatim/schema'
import type { TestDb } from '../harness.ts'
import { addOrder, type DocumentChanges, importText, mark, newParty, type TestCustomer, type TestOrder } from '../make.ts'

/** Steps for tests of corrected files: a faulty order, its corrected file, and the decision. */
export function correctionKit(t: TestDb, customer: TestCustomer) {
  const calls = (user = customer.staff) => t.as(user).documentException
  const orders = (user = customer.staff) => t.as(user).order

  /** Adds an order from a faulty file, which opens a ticket. A corrected file made with the returned `same` as its options lists the same goods. */
  async function faulty(changes: DocumentChanges = {}) {
    const same = { sender: newParty('North & Sons'), serialSeed: mark(), meds: 6, purchaseOrder: 'PO-1' }
    const order = await addOrder(customer, { ...same, faults: ['missingReadPoint'], ...changes })
    const [ticket] = (await calls().readManyByFilters({})).items
    return { order, ticketId: ticket?.id ?? 0, same }
  }

  async function send(text: string, filename = 'corrected.xml') {
    const upload = await importText(t, customer.staff, text, { filename })
    const [row] = await t.query<{ id: number }>('select max(id)::int as id from document_correction where customer_id = $1', [
      customer.customerId,
    ])
    return { upload, correctionId: row?.id ?? 0 }
  }

  const shown = (correctionId: number): Promise<Correction> => calls().readOneCorrection({ correctionId })
  async function replace(correctionId: number): Promise<Correction> {
    await calls(customer.lead).updateReplace({ correctionId })
    await t.runJobs()
    return shown(correctionId)
  }

  const received = async (documentId: number) => {
    const { amountOfMeds, amountNotReceived } = await orders().readOneById({ documentId })
    return amountOfMeds - amountNotReceived
  }
  const scan = (order: TestOrder, at: number): Promise<Received> =>
    orders().updateReceiveManyBySerialnumber({ documentId: order.id, serialNumber: order.serials[at] ?? '' })
  return { faulty, send, shown, replace, received, scan }
}

/** Replaces the serial number of a med. */
export const without = (text: string, serial: string, other: string) => text.replaceAll(`.${serial}<`, `.${other}<`)
