import { z } from 'zod'
import { withCustomer } from '../../db/customer-tx.ts'
import { listCustomerIds } from '../../jobs/customers.ts'
import { defineJob } from '../../jobs/job.ts'
import { sealPiece } from './audit-seal.service.ts'

/**
 * Seals the audit trail every five minutes. A seal is a keyed hash over the previous seal and the audit lines since then; it covers a line only once
 * no open transaction can add another line before it. A signed checkpoint of the log covers all sealed lines. Once the seal and the checkpoint are
 * committed, they are also written to the log file. A copy of that file is evidence that nobody can change through the database.
 */
export const sealJob = defineJob({
  name: 'audit.seal',
  payload: z.unknown(),
  attempts: 3,
  schedule: '*/5 * * * *',
  async run(_, { db, system, clock, secrets, log }) {
    for (const customerId of await listCustomerIds(system)) {
      const scope = { customerId, userId: null, scope: 'all', locationIds: [] } as const
      for (let isMore = true; isMore; ) {
        const piece = await withCustomer(db, scope, 'read write', (tx) => sealPiece(tx, { customerId, now: clock.now(), secrets }))
        for (const { id, hash, lines } of piece.seals)
          log.info({ customerId, seal: id, hash: hash.toString('hex'), lines }, 'audit log sealed')
        if (piece.checkpoint) log.info({ customerId, checkpoint: piece.checkpoint.note }, 'audit log signed')
        if (piece.fault) log.error({ customerId, fault: piece.fault }, 'audit log could not be extended')
        isMore = piece.isMore
      }
    }
  },
})
