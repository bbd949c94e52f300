import { audit } from '../../../call/audit.ts'
import { enterCustomer } from '../../../db/customer-tx.ts'
import type { SystemTx } from '../../../db/types.ts'
import { markUnverified, withdrawVerification } from './gln.queries.ts'
import { findClaimed, type GlnClaim, listContestedClaims } from './gln-contest.queries.ts'

const enter = (tx: SystemTx, customerId: number) => enterCustomer(tx, { customerId, userId: null, scope: 'all', locationIds: [] })

/** GLNs that several customers verified, with the evidence of each. For the operator only. */
export async function readContested(tx: SystemTx) {
  const claims = []
  for (const claim of await listContestedClaims(tx, null))
    claims.push({ ...claim, claimed: await findClaimed(await enter(tx, claim.customerId), claim.customerId, claim.globalLocationNumber) })
  return claims
}

/** Revokes a customer's verification of a GLN, because another customer's evidence is right. @returns whether there was a verification to revoke. */
export async function revokeVerification(
  tx: SystemTx,
  { globalLocationNumber, customerId }: GlnClaim,
  { reason, by, now }: { reason: string; by: string; now: Date },
): Promise<boolean> {
  const scoped = await enter(tx, customerId)
  const found = await findClaimed(scoped, customerId, globalLocationNumber)
  if (!found) return false
  await markUnverified(scoped, { id: found.id, globalLocationNumber })
  await withdrawVerification(scoped, found.id, { withdrawnAt: now, withdrawnById: null, withdrawReason: reason })
  const detail = { globalLocationNumber, reason, by }
  await audit(scoped, { now, userId: null }, { action: 'gln.withdraw', subject: 'location', subjectId: found.locationId, detail })
  return true
}
