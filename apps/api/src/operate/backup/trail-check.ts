import type { Secrets } from '../../core/secrets.ts'
import { withCustomer } from '../../db/customer-tx.ts'
import { openDb, openPool } from '../../db/pool.ts'
import { verifyTrail } from '../../domains/audit/audit-verify.service.ts'
import { listCustomerIds } from '../../jobs/customers.ts'

export interface TrailChecked {
  customers: number
  seals: number
  /** Number of audit lines that a seal covers; `unsealed` is the number of audit lines that no seal covers yet. */
  lines: number
  unsealed: number
  /** Customers whose audit trail or log differs from what was sealed. `until`: time of the seal that no longer matches. */
  broken: { customerId: number; until: string }[]
}

/** Verifies the audit trail of every customer, as the Audit trail page does for one. */
export async function verifyTrails(ownerUrl: string, secrets: Secrets): Promise<TrailChecked> {
  const pool = openPool(ownerUrl, 'seriatim_app', 1)
  const systemPool = openPool(ownerUrl, 'seriatim_system', 1)
  const checked: TrailChecked = { customers: 0, seals: 0, lines: 0, unsealed: 0, broken: [] }
  try {
    for (const customerId of await listCustomerIds({ system: openDb(systemPool) })) {
      checked.customers += 1
      for (let afterSealId: number | null = 0; afterSealId !== null; ) {
        const from: number = afterSealId
        const scope = { customerId, userId: null, scope: 'all', locationIds: [] } as const
        const found = await withCustomer(openDb(pool), scope, 'read only', (tx) =>
          verifyTrail(tx, { customerId, secrets }, { afterSealId: from }),
        )
        checked.seals += found.seals
        checked.lines += found.lines
        if (from === 0) checked.unsealed += found.unsealed
        const until = found.broken?.until ?? (found.logFault === null ? undefined : found.newest?.sealedAt)
        if (until !== undefined && (found.broken || found.nextSealId === null)) checked.broken.push({ customerId, until })
        afterSealId = found.nextSealId
      }
    }
    return checked
  } finally {
    await pool.end()
    await systemPool.end()
  }
}
