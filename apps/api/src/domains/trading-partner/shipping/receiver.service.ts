import { type NewShipmentPreference, type Ok, type ShipmentPartner, writeFullName } from '@seriatim/schema'
import { may, must, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { toDay } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printDay } from '../../../print/dates.ts'
import { authorizationOn, mayNotSell } from '../license/authorization.rules.ts'
import { listLicenseRows } from '../license/license.queries.ts'
import { listPartnerAddresses, listPartnerGlns } from '../part/partner-part.queries.ts'
import { tradingPartnerErrors } from '../trading-partner.facts.ts'
import { findPartner, type PartnerRecord } from '../trading-partner.queries.ts'
import { lockOwnPartner } from '../trading-partner.service.ts'
import { findOpenEndpoint, toPartnerEndpoint } from './endpoint.service.ts'
import { readKnownGlns } from './sgln.service.ts'
import { findComingPreference, findPreference, insertPreference, listReceiverEmails, listReceivers } from './shipping.queries.ts'

export type ReceiverStanding = ShipmentPartner['addresses'][number]['standing']

/** Whether packages may be sent to a partner in a given US state on a given day. `words` is a short version of the answer for the user. */
export interface JudgedReceiver {
  standing: ReceiverStanding
  words: string
}

/** Lists the active partners to which packages may be sent. */
export const readReceivers = (tx: CustomerTx) => listReceivers(tx)

/** @throws AppError partner_not_found, also for a partner of a location that the caller cannot access. */
export async function expectReceiver(tx: CustomerTx, session: Session, id: number): Promise<PartnerRecord> {
  const partner = await findPartner(tx, id)
  if (!partner) throw new AppError(tradingPartnerErrors.partner_not_found)
  must(session, 'partner:read', partner.locationId)
  return partner
}

/** The addresses of a partner, each with the name and code of its state. */
export const readReceiverAddresses = (tx: CustomerTx, partnerId: number) => listPartnerAddresses(tx, [partnerId])

export const readReceiverGlns = async (tx: CustomerTx, partnerId: number): Promise<string[]> =>
  (await listPartnerGlns(tx, [partnerId])).map(({ globalLocationNumber }) => globalLocationNumber)

/** Whether the partner is authorized in these states on a day: a license of its business must cover the day (decision 52). */
export async function judgeReceiver(
  tx: CustomerTx,
  { id, business, deactivatedAt }: Pick<PartnerRecord, 'id' | 'business' | 'deactivatedAt'>,
  { day, timeZone }: { day: string; timeZone: string },
): Promise<(state: { id: number; name: string } | null) => JudgedReceiver> {
  const licenses = await listLicenseRows(tx, [id])
  const deactivatedOn = deactivatedAt && toDay(deactivatedAt, timeZone)
  return (state) => {
    const answer = authorizationOn(licenses, { day, stateId: state?.id ?? null, business, deactivatedOn })
    const where = state ? ` in ${state.name}` : ''
    if (mayNotSell(answer)) {
      const since = answer.since ? ` since ${printDay(answer.since)}` : ''
      return { standing: 'refused', words: answer.status === 'deactivated' ? `Deactivated${since}` : `Not authorized${where}${since}` }
    }
    if (answer.status === 'unknown') return { standing: 'unknown', words: 'No license on file' }
    const until = answer.until ? ` until ${printDay(answer.until)}` : ''
    return { standing: answer.status === 'expiring' ? 'expiring' : 'authorized', words: `Authorized${where}${until}` }
  }
}

/** How the partner receives our documents today, by the calendar in the caller's time zone; undefined if nobody recorded it. */
export const readPreference = (tx: CustomerTx, { now, timeZone }: Session, partnerId: number) =>
  findPreference(tx, partnerId, toDay(now, timeZone))

/** The email addresses at which partners can be reached today (in the caller's time zone), by partner; the one for documents first. */
export const readReceiverEmails = (
  tx: CustomerTx,
  { now, timeZone }: Session,
  partnerIds: readonly number[],
): Promise<Map<number, string[]>> => listReceiverEmails(tx, partnerIds, toDay(now, timeZone))

/** All data about a partner that the shipment form needs. @throws AppError partner_not_found. */
export async function readReceiver(
  tx: CustomerTx,
  session: Session,
  { tradingPartnerId: id }: { tradingPartnerId: number },
): Promise<ShipmentPartner> {
  const partner = await expectReceiver(tx, session, id)
  const { timeZone } = session
  const judge = await judgeReceiver(tx, partner, { day: toDay(session.now, timeZone), timeZone })
  const addresses = await readReceiverAddresses(tx, id)
  const endpoint = await findOpenEndpoint(tx, id)
  return {
    id,
    name: partner.name,
    glns: await readKnownGlns(tx, await readReceiverGlns(tx, id)),
    addresses: addresses.map(({ id: addressId, addressLineOne, addressLineTwo, city, stateId, stateName, stateCode, postalCode }) => ({
      id: addressId,
      text: [addressLineOne, addressLineTwo, city, [stateCode, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
      ...judge(stateId === null || stateName === null ? null : { id: stateId, name: stateName }),
    })),
    emailAddresses: (await readReceiverEmails(tx, session, [id])).get(id) ?? [],
    preference: (await readPreference(tx, session, id)) ?? null,
    comingPreference: (await findComingPreference(tx, id, toDay(session.now, timeZone))) ?? null,
    mayWrite: may(session, 'partner:write', partner.locationId),
    endpoint: endpoint ? toPartnerEndpoint(endpoint) : null,
    mayManageEndpoint: may(session, 'shipment:send', partner.locationId),
  }
}

/**
 * Records how a partner receives documents from a day on; earlier days keep the method that applied then (decision 80).
 *
 * @throws AppError partner_not_found.
 */
export async function savePreference(tx: CustomerTx, session: Session, input: NewShipmentPreference): Promise<Ok> {
  await lockOwnPartner(tx, session, input.tradingPartnerId)
  const { tradingPartnerId, ...detail } = input
  await insertPreference(tx, { ...input, createdAt: session.now, createdById: session.userId, createdBy: writeFullName(session) })
  await audit(tx, session, { action: 'partner.preference', subject: 'partner', subjectId: tradingPartnerId, detail })
  return { ok: true }
}
