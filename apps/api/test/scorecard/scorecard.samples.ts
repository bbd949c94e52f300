import type { SamplesOf, World } from '../sample.ts'

export async function scorecardSamples({ t, owner, secret }: World): Promise<SamplesOf<'scorecard'>> {
  const { id: partnerId } = await t
    .as(owner.admin)
    .tradingPartner.createOne({ name: secret.sender, type: 'upstream', customerLocationId: owner.main.id })
  const filters = { months: 3, customerLocationId: owner.main.id, gtin: '' }
  return {
    readMany: { kind: 'list', input: () => ({ name: '', ...filters, sort: 'orders', order: 'desc' }) },
    readManyCsv: { kind: 'list', input: () => ({ ...filters }) },
    readOne: { kind: 'named', input: () => ({ partnerId, ...filters }) },
    readOneLetter: { kind: 'named', input: () => ({ partnerId, ...filters }) },
    updateOneMail: { kind: 'own', input: () => ({ wanted: true }) },
    createOneRefresh: { kind: 'own' },
  }
}
