import { addOrder, mark } from '../make.ts'
import { days, type SamplesOf, type World } from '../sample.ts'

export async function medSamples({ t, owner, order, medId, secret }: World): Promise<SamplesOf<'med'>> {
  const staff = t.as(owner.staff).med
  const spare = await addOrder(owner)
  const typedIn = (await staff.createOne({ serialNumber: mark(), locationId: owner.main.id })).id
  const { holdId } = await staff.createOneHold({ target: { documentId: spare.id }, reason: secret.sender })
  const { holdId: labelled } = await staff.createOneHold({ target: { documentId: spare.id }, reason: secret.sender })
  const { holdId: disposing } = await staff.createOneHold({ target: { documentId: spare.id }, reason: secret.sender })
  const failedMail = (await staff.emailOne({ medId, to: 'partner@mail.tst' })).id
  await t.query(`update mail set status = 'failed' where kind = 'med.pedigree'`)
  const serialNumber = order.serials[0] ?? ''
  const locationId = owner.main.id
  const entry = { gtin: '', ndc: '', lotNumber: 'L1', expirationDate: '2028-06-30', medName: 'Metformin', manufacturerName: 'Maker' }
  const searched = { ndc: '', medName: '', manufacturerName: '', lotNumber: '', customerLocationId: locationId }
  const sorted = { startDate: days.from, endDate: days.to, sort: 'date' as const, sortOrder: 'desc' as const }
  return {
    createOne: {
      kind: 'named',
      input: () => ({ serialNumber: 'TYPED1', locationId }),
      rest: () => ({ serialNumber: 'TYPED1', locationId, ...entry }),
    },
    updateVoidOne: { kind: 'named', input: () => ({ medId: typedIn }) },
    createOneHold: { kind: 'named', input: () => ({ target: { documentId: spare.id, line: 1 }, reason: secret.sender }) },
    updateDisposedHold: {
      kind: 'named',
      input: () => ({ holdId: disposing, how: 'destroyed', reason: 'burned' }),
      by: owner.lead,
    },
    updateReleaseHold: { kind: 'named', input: () => ({ holdId, reason: 'looked at' }), by: owner.lead },
    readManyHolds: { kind: 'list', input: () => ({}) },
    readOneHoldLabel: { kind: 'named', input: () => ({ holdId: labelled }) },
    readManyBySearch: {
      kind: 'list',
      input: () => ({ serialNumber }),
      rest: () => ({ serialNumber, ...searched, ...sorted, limit: 10, cursor: undefined }),
    },
    readManyCsv: { kind: 'list', input: () => ({ serialNumber }) },
    readOneById: { kind: 'named', input: () => ({ medId }), rest: () => ({ medId, isEpcisGenerated: true }) },
    readManyByLocationid: { kind: 'named', input: () => ({ locationId }), rest: () => ({ locationId, limit: 10, cursor: undefined }) },
    readOneBySerialnumberPedigree: { kind: 'named', input: () => ({ serialNumber }) },
    readOneBySerialnumberIncident: {
      kind: 'named',
      input: () => ({ serialNumber, locationId }),
      rest: () => ({ serialNumber, locationId, gtin: undefined, medId }),
    },
    readOnePaper: { kind: 'named', input: () => ({ medId }) },
    emailOne: {
      kind: 'named',
      input: () => ({ medId, to: 'partner@mail.tst' }),
      rest: () => ({ medId, to: 'a@mail.tst', cc: 'b@mail.tst', subject: 'Pedigree', body: 'Text', attachments: [], evenHeld: true }),
    },
    readManyEmails: { kind: 'named', input: () => ({ medId }) },
    emailOneAgain: { kind: 'named', input: () => ({ medEmailId: failedMail }) },
  }
}
