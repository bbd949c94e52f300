import { EMPTY_INCIDENT_FORM, type IncidentForm } from '@seriatim/schema'
import type { Caller, TestDb } from '../harness.ts'
import type { TestCustomer, TestOrder } from '../make.ts'

export interface Scene {
  t: TestDb
  customer: TestCustomer
  order: TestOrder
}

/** Common steps of incident tests, as staff of the customer's main location. */
export function makeSteps(scene: () => Scene) {
  const calls = (facts: { timeZone?: string } = {}): Caller['incidentReport'] => scene().t.as(scene().customer.staff, facts).incidentReport
  const form = (more: Partial<IncidentForm> = {}): IncidentForm => ({
    ...EMPTY_INCIDENT_FORM,
    classification: 'COUNTERFEIT',
    productFoundDate: '2026-11-01',
    productFoundTime: '16:20',
    nameOfProduct: 'Amoxicillin 500 mg capsules',
    serialNumber: scene().order.serials[0] ?? '',
    ndc: '0399-9884-02',
    lotNumber: 'X8842D',
    eventNotes: 'The seal was open.',
    companyName: 'Corner Pharmacy',
    contactName: 'Dana Ruiz',
    contactEmail: 'contact@mail.tst',
    ...more,
  })
  const input = (more: Partial<IncidentForm> = {}, incidentId?: number) => ({
    locationId: scene().customer.main.id,
    ...(incidentId === undefined ? {} : { incidentId }),
    jsonData: form(more),
  })
  /** Saves a draft of this form. Returns the draft's id and version (`since`), both of which the next call must send. */
  async function keep(more: Partial<IncidentForm> = {}) {
    const { draftId, updatedAt } = await calls().saveOneDraft(input(more))
    return { id: draftId, since: updatedAt }
  }
  async function send(more: Partial<IncidentForm> = {}, incidentId?: number) {
    const given = input(more, incidentId)
    const { bufferData, seal } = await calls().createOne(given)
    return calls().createSend({ ...given, bufferData, seal })
  }
  return { calls, form, input, keep, send }
}
