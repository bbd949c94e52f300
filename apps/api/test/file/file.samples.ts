import { sealUpload } from '../../src/domains/file/upload-seal.ts'
import { documentFor, register } from '../make.ts'
import type { SamplesOf, World } from '../sample.ts'

export async function fileSamples(world: World): Promise<SamplesOf<'file'>> {
  const { t, owner, order, medId, storedHash } = world
  const staff = { ...owner, userId: owner.staff.userId }
  const medSeal = sealUpload(t.deps.secrets, staff, `med ${medId}`, storedHash)
  const orderSeal = sealUpload(t.deps.secrets, staff, 'order', storedHash)
  const makeFile = (filename: string) => ({
    medId,
    filename,
    contentType: 'text/plain',
    size: 1,
    sha256: storedHash,
    seal: medSeal,
    totalPackets: 1,
  })
  const attach = async (filename: string) => (await t.as(owner.staff).file.uploadMedattachment(makeFile(filename))).attachmentId
  const [kept, deleted] = [await attach('kept.xml'), await attach('deleted.xml')]
  const { stoppable, retriable, differing } = await makeUploads(world)
  return {
    uploadOrder: {
      kind: 'named',
      input: () => ({ wait: false, filename: 'again.xml', contentType: 'application/xml', size: 1, sha256: storedHash, seal: orderSeal }),
    },
    uploadMedattachment: {
      kind: 'named',
      input: () => makeFile('a.xml'),
      rest: () => ({ ...makeFile('a.xml'), isEpcisGenerated: true, groupId: 'g', fileId: 'f' }),
    },
    downloadMedattachment: {
      kind: 'named',
      input: () => ({ attachmentId: kept }),
      rest: () => ({ attachmentId: kept, isEpcisGenerated: true }),
    },
    deleteOneMedattachment: { kind: 'named', input: () => ({ attachmentId: deleted }) },
    readManyPackets: { kind: 'own', input: () => ({ medId, groupId: 'g', id: 'f' }) },
    downloadEpcisdoc: { kind: 'named', input: () => ({ documentId: order.id }) },
    readManyUploads: { kind: 'list' },
    readOneUpload: { kind: 'named', input: () => ({ uploadId: order.uploadId }) },
    stopOneUpload: { kind: 'named', input: () => ({ uploadId: stoppable }) },
    retryOneUpload: { kind: 'named', input: () => ({ uploadId: retriable }) },
    settleOneUpload: { kind: 'named', input: () => ({ uploadId: differing, choice: 'ignore', reason: 'sent twice' }), by: owner.lead },
  }
}

/**
 * Makes three uploads: one waiting and one stopped, which only their uploader sees because they have no location yet, and one that differs from the
 * order.
 */
async function makeUploads({ t, owner, order }: World) {
  const stoppable = await register(t, owner.staff, documentFor(owner))
  const retriable = await register(t, owner.staff, documentFor(owner))
  await t.as(owner.staff).file.stopOneUpload({ uploadId: retriable })
  const differing = await register(t, owner.staff, order.text.replace('Secret', 'Altered'))
  const key = `import ${owner.customerId} ${stoppable}`
  await t.query(
    `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now() + interval '1 day') from graphile_worker.jobs where key = $1`,
    [key],
  )
  await t.runJobs()
  return { stoppable, retriable, differing }
}
