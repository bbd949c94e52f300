import { type DocumentChanges, documentFor, type TestCustomer } from './make.ts'

/** A document of two pallets with two meds each, and a shipping event for each pallet; `change` changes the second event. */
export function twoShipments(to: TestCustomer, change: (event: string) => string, changes: DocumentChanges = {}): string {
  const text = documentFor(to, { meds: 4, perCase: 1, casesPerPallet: 2, ...changes })
  const start = text.lastIndexOf('      <ObjectEvent>')
  const end = text.indexOf('</ObjectEvent>', start) + '</ObjectEvent>\n'.length
  const event = text.slice(start, end)
  const [first = '', second = ''] = event.match(/ *<epc>.*<\/epc>\n/g) ?? []
  return text.slice(0, start) + event.replace(second, '') + change(event.replace(first, '')) + text.slice(end)
}

/** Changes the destination of a shipping event from the main location to the branch. */
export const toBranch = (customer: TestCustomer) => (event: string) => {
  const [before = '', after = ''] = event.split('<destinationList>')
  return `${before}<destinationList>${after.replaceAll(customer.main.party.location.sgln, customer.branch.party.location.sgln)}`
}
