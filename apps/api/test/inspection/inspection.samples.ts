import { days, type SamplesOf, type World } from '../sample.ts'

export async function inspectionSamples({ t, owner, secret }: World): Promise<SamplesOf<'inspection'>> {
  const { admin, main, lead } = owner
  const ask = { preset: 'fda' as const, ...days, locationIds: [main.id] }
  const asked = { ...ask, askedBy: secret.sender, parts: ['index' as const] }
  const ready = await t.as(admin).inspection.createOne(asked)
  await t.runJobs()
  const stopped = await t.as(admin).inspection.createOne(asked)
  // Removes the job, so that no later test builds this pack, which has to stay queued.
  await t.query(`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where task_identifier = 'pack.build'`)
  const link = await t.as(lead).inspection.createOneLink({ packId: ready.id, days: 3 })
  return {
    readOneChoices: { kind: 'own', by: lead },
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
