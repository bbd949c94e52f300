import { isGln } from '@seriatim/gs1'
import type { NewPartner, TradingPartner } from '@seriatim/schema'
import { must, type Session } from '../../call/access/access.ts'
import { audit, auditNothing } from '../../call/audit.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { glnErrors } from '../location/gln/gln.facts.ts'
import { locationErrors } from '../location/location.facts.ts'
import { readMyLocations } from '../location/location.service.ts'
import { expectNoFormer } from './merge/former.service.ts'
import { listMerges } from './merge/merge.queries.ts'
import { insertPartnerAccounts, insertPartnerAddresses, insertPartnerContact, insertPartnerGlns } from './part/partner-part.queries.ts'
import { readPartner } from './partner-read.service.ts'
import { tradingPartnerErrors } from './trading-partner.facts.ts'
import { insertPartner, lockPartner, updatePartner } from './trading-partner.queries.ts'

const RIGHT = 'partner:write'

/** @throws AppError gln_invalid for a wrong check digit. */
export function expectPartnerGln(gln: string, field = 'globalLocationNumber'): void {
  if (!isGln(gln)) throw new AppError(glnErrors.gln_invalid, { facts: { field } })
}

/**
 * Creates a partner with all of its parts, or nothing. Only the customer admin can create one for all locations (decision 45).
 *
 * @throws AppError location_not_found, not_allowed, gln_invalid, partner_former, partner_gln_taken, partner_account_taken, partner_no_state.
 */
export async function createPartner(tx: CustomerTx, session: Session, partner: NewPartner): Promise<TradingPartner> {
  const { customerLocationId: locationId, name, type, business } = partner
  if (locationId !== null && !(await readMyLocations(tx, session)).some((location) => location.id === locationId))
    throw new AppError(locationErrors.location_not_found)
  must(session, RIGHT, locationId)
  for (const [at, gln] of partner.globalLocationNumbers.entries()) expectPartnerGln(gln, `globalLocationNumbers.${at}`)
  await expectNoFormer(tx, session, { name, glns: partner.globalLocationNumbers, locationId })
  const id = await insertPartner(tx, { locationId, name, type, business, createdAt: session.now, createdById: session.userId })
  await insertPartnerGlns(tx, id, partner.globalLocationNumbers)
  await insertPartnerAddresses(tx, id, partner.addresses)
  for (const contact of partner.contacts) await insertPartnerContact(tx, id, contact)
  await insertPartnerAccounts(tx, id, partner.accountNumbers)
  const detail = { name, type, glns: partner.globalLocationNumbers, ...(locationId === null ? {} : { locationId }) }
  await audit(tx, session, { action: 'partner.new', subject: 'partner', subjectId: id, detail })
  return readPartner(tx, session, id)
}

/** Locks a partner's row until the transaction ends, and returns it. @throws AppError partner_not_found, not_allowed. */
export async function lockOwnPartner(tx: CustomerTx, session: Session, id: number) {
  const partner = await lockPartner(tx, id)
  if (!partner) throw new AppError(tradingPartnerErrors.partner_not_found)
  must(session, RIGHT, partner.locationId)
  return partner
}

export async function changePartner(
  tx: CustomerTx,
  session: Session,
  {
    id,
    name,
    type,
    business: chosen,
  }: { id: number } & Pick<TradingPartner, 'name' | 'type'> & { business?: TradingPartner['business'] | undefined },
): Promise<TradingPartner> {
  const partner = await lockOwnPartner(tx, session, id)
  const before = { name: partner.name, type: partner.type, business: partner.business }
  const after = { name, type, business: chosen === undefined ? partner.business : chosen }
  if (before.name === name && before.type === type && before.business === after.business) auditNothing(session)
  else {
    await updatePartner(tx, id, after)
    await audit(tx, session, { action: 'partner.update', subject: 'partner', subjectId: id, detail: { before, after } })
  }
  return readPartner(tx, session, id)
}

/** Deactivates a partner that the customer no longer buys from; its orders, licenses and history are kept. */
export async function deactivatePartner(
  tx: CustomerTx,
  session: Session,
  { id, reason }: { id: number; reason: string },
): Promise<TradingPartner> {
  const partner = await lockOwnPartner(tx, session, id)
  if (partner.deactivatedAt) throw new AppError(tradingPartnerErrors.partner_deactivated)
  await updatePartner(tx, id, { deactivatedAt: session.now, deactivatedById: session.userId, deactivateReason: reason })
  await audit(tx, session, { action: 'partner.deactivate', subject: 'partner', subjectId: id, detail: { reason } })
  return readPartner(tx, session, id)
}

export async function reactivatePartner(tx: CustomerTx, session: Session, id: number): Promise<TradingPartner> {
  const partner = await lockOwnPartner(tx, session, id)
  if (!partner.deactivatedAt) throw new AppError(tradingPartnerErrors.partner_not_deactivated)
  // A partner that was merged into another has no data left, so reactivating it would bring back an empty partner.
  if ((await listMerges(tx, id)).some((merge) => merge.mergedId === id)) throw new AppError(tradingPartnerErrors.partner_merged)
  await updatePartner(tx, id, { deactivatedAt: null, deactivatedById: null, deactivateReason: null })
  await audit(tx, session, { action: 'partner.reactivate', subject: 'partner', subjectId: id })
  return readPartner(tx, session, id)
}
