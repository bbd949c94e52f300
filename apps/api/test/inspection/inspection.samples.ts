import { days, type SamplesOf, type World } from '../sample.ts'

export async function inspectionSamples({ t, owner }: World): Promise<SamplesOf<'inspection'>> {
  const { admin, main, lead } = owner
  const ask = { preset: 'fda' as const, ...days, locationIds: [main.id] }
  const asked = { ...ask, askedBy: 'Secret inspector', parts: ['index' as const] }
  const ready = await t.as(admin).inspection.createOne(asked)
  await t.runJobs()
  const stopped = await t.as(admin).inspection.createOne(asked)
  const link = await t.as(admin).inspection.createOneLink({ packId: ready.id, days: 3 })
  return {
    readOneChoices: { kind: 'list', by: lead },
    readOnePreview: { kind: 'named', by: lead, input: () => ask },
    readManyBalance: { kind: 'named', by: lead, input: () => ask },
    readManyBalanceRows: { kind: 'named', by: lead, input: () => ({ ask, ndc: '' }) },
    readMany: { kind: 'list', by: lead },
    createOne: { kind: 'named', by: lead, input: () => asked },
    updateOneStop: { kind: 'named', by: lead, input: () => ({ packId: stopped.id }) },
    updateOneColumns: { kind: 'own', by: lead, input: () => ({ ndc: 'NDC', quantity: 'Qty', day: null }) },
    readManyLinks: { kind: 'named', by: lead, input: () => ({ packId: ready.id }) },
    createOneLink: { kind: 'named', by: lead, input: () => ({ packId: ready.id, days: 3 }) },
    updateOneLinkEnd: { kind: 'named', by: lead, input: () => ({ packId: ready.id, linkId: link.id }) },
    downloadOne: { kind: 'named', by: lead, input: () => ({ packId: ready.id }) },
  }
}
