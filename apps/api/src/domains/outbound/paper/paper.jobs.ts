import { z } from 'zod'
import { UnavailableError } from '../../../core/unavailable.ts'
import { defineJob } from '../../../jobs/job.ts'
import { findShipment, updateShipment } from '../outbound.queries.ts'
import { makePapers } from './paper.service.ts'

const FAULT =
  'Something went wrong while the documents were being created. Create them again. If that fails too, tell the operator of this installation.'

/** Makes the documents of a shipment that was sent or voided. The job starts over if its process is killed; only a complete set is stored. */
export const papersJob = defineJob({
  name: 'shipment.papers',
  payload: z.object({ shipmentId: z.number() }),
  attempts: 8,
  async run({ shipmentId }, job) {
    try {
      await makePapers(job, shipmentId)
    } catch (error) {
      if (job.isLastAttempt && !(error instanceof UnavailableError)) await failPapers(job, shipmentId)
      throw error
    }
  },
  async abandon({ shipmentId }, job) {
    await failPapers(job, shipmentId)
  },
})

async function failPapers(job: Parameters<typeof makePapers>[0], shipmentId: number): Promise<void> {
  await job.inTx('read write', async (tx) => {
    const shipment = await findShipment(tx, shipmentId)
    if (shipment?.papers === 'queued') await updateShipment(tx, shipmentId, { papers: 'failed', gaps: [FAULT] })
  })
}
