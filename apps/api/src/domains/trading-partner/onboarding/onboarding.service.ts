import { type SentGln, splitAddresses, writeFullName } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { audit, auditNothing } from '../../../call/audit.ts'
import { AppError } from '../../../core/errors.ts'
import { oneLine } from '../../../core/text/one-line.ts'
import { makePersonName } from '../../../core/text/person.ts'
import { readInOneQuery, withInstants } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { glnErrors } from '../../location/gln/gln.facts.ts'
import { selectLocationGlns } from '../../location/gln/gln.joins.ts'
import { readMyHydratedLocations } from '../../location/location.service.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { readMyCustomer } from '../../user/user.service.ts'
import { tradingPartnerErrors } from '../trading-partner.facts.ts'
import { glnMails } from '../trading-partner.mails.ts'
import { findPartner } from '../trading-partner.queries.ts'
import { lockOwnPartner } from '../trading-partner.service.ts'
import { type GlnNotice, lockGlnNotice, saveGlnNotice, selectGlnNotices, updateConfirmed } from './onboarding.queries.ts'

/**
 * Lists the GLNs of the caller's open locations to which the partner sells. Each GLN comes with the notice about it that the partner got, if any.
 * @throws AppError partner_not_found.
 */
export async function readGlnNotices(tx: CustomerTx, session: Session, tradingPartnerId: number): Promise<SentGln[]> {
  const partner = await findPartner(tx, tradingPartnerId)
  if (!partner) throw new AppError(tradingPartnerErrors.partner_not_found)
  must(session, 'partner:read', partner.locationId)
  const found = await readInOneQuery(tx, {
    notices: selectGlnNotices(tx, tradingPartnerId),
    glns: selectOwnGlns(tx, session, partner.locationId),
  })
  const notices = new Map(withInstants(found.notices, 'sentAt', 'confirmedAt').map((row) => [row.globalLocationNumber, row]))
  return found.glns.map((gln) => {
    const row = notices.get(gln.globalLocationNumber)
    return {
      globalLocationNumberId: gln.id,
      globalLocationNumber: gln.globalLocationNumber,
      locationName: gln.locationName,
      disposition: gln.disposition,
      sent: row
        ? { id: row.id, at: row.sentAt.toISOString(), by: makePersonName(row), to: row.sentTo, note: row.note, mail: row.status }
        : null,
      confirmedAt: row?.confirmedAt?.toISOString() ?? null,
    }
  })
}

/** Selects the GLNs of the caller's locations that are not closed. If `locationId` is set, only those of this location. */
function selectOwnGlns(tx: CustomerTx, session: Session, locationId: number | null) {
  const glns = selectLocationGlns(tx, session.scope === 'all' ? 'all' : session.locationIds).where('location.closedAt', 'is', null)
  return locationId === null ? glns : glns.where('locationGln.locationId', '=', locationId)
}

/**
 * Emails a partner the GLNs to add to its records, with their addresses and the data that the customer needs.
 *
 * @throws AppError partner_not_found, gln_not_found, partner_mail_address, the errors of the email budget.
 */
export async function mailGlns(
  tx: CustomerTx,
  session: Session,
  input: { tradingPartnerId: number; to: string; globalLocationNumberIds: readonly number[]; note: string | null },
): Promise<SentGln[]> {
  const { tradingPartnerId, globalLocationNumberIds, note } = input
  const partner = await lockOwnPartner(tx, session, tradingPartnerId)
  const { good, bad } = splitAddresses(input.to)
  const [to] = good
  if (to === undefined || good.length > 1 || bad.length)
    throw new AppError(tradingPartnerErrors.partner_mail_address, { facts: { field: 'to' } })
  const chosen = await chooseGlns(tx, session, partner.locationId, globalLocationNumberIds)
  const places = new Map(
    (await readMyHydratedLocations(tx, session)).map((location) => [location.id, location.customerLocationDefaultAddress]),
  )
  const lines = chosen.map((gln) => {
    const address = places.get(gln.locationId)
    const place = [address?.addressLineTwo, address?.city, address?.state?.code, address?.zip].filter(Boolean).join(', ')
    return `- ${gln.globalLocationNumber}: ${WORDS[gln.disposition]}, ${gln.locationName}${place ? `, ${place}` : ''}`
  })
  const customer = await readMyCustomer(tx, session)
  const mailId = await sendMail(tx, session, {
    kind: glnMails,
    to: [to],
    replyTo: session.emailAddress,
    subject: oneLine(`GLNs of ${customer.name} for DSCSA data`).slice(0, 200),
    text: [
      ...(note ? [note, ''] : []),
      `Please put these GLNs on file for ${customer.name}, and use them to address the serialized transaction data of our orders:`,
      '',
      ...lines,
      '',
      'We need EPCIS 1.2 XML (GS1 US guideline R1.2 or later) with the transaction information and the transaction statement when the goods ship.',
      'Please reply to this email when the GLNs are on file.',
      '',
      `${writeFullName(session)}, ${customer.name}`,
    ].join('\n'),
  })
  await saveAllNotices(tx, session, { tradingPartnerId, chosen, how: { sentTo: to, note: null, mailId } })
  const detail = { to, glns: chosen.map((gln) => gln.globalLocationNumber) }
  await audit(tx, session, { action: 'partner.sendGlns', subject: 'partner', subjectId: tradingPartnerId, detail })
  return readGlnNotices(tx, session, tradingPartnerId)
}

/** Records a notice that was sent outside Seriatim. @throws AppError partner_not_found, gln_not_found. */
export async function noteGlnNotified(
  tx: CustomerTx,
  session: Session,
  {
    tradingPartnerId,
    globalLocationNumberIds,
    note,
  }: { tradingPartnerId: number; globalLocationNumberIds: readonly number[]; note: string },
): Promise<SentGln[]> {
  const partner = await lockOwnPartner(tx, session, tradingPartnerId)
  const chosen = await chooseGlns(tx, session, partner.locationId, globalLocationNumberIds)
  await saveAllNotices(tx, session, { tradingPartnerId, chosen, how: { sentTo: null, note, mailId: null } })
  const detail = { note, glns: chosen.map((gln) => gln.globalLocationNumber) }
  await audit(tx, session, { action: 'partner.noteGlns', subject: 'partner', subjectId: tradingPartnerId, detail })
  return readGlnNotices(tx, session, tradingPartnerId)
}

/**
 * Finds the caller's GLNs with these ids.
 * @throws AppError gln_not_found if one of them does not exist or is not the caller's own.
 */
async function chooseGlns(tx: CustomerTx, session: Session, locationId: number | null, ids: readonly number[]) {
  const chosen = (await selectOwnGlns(tx, session, locationId).execute()).filter((gln) => ids.includes(gln.id))
  if (chosen.length !== new Set(ids).size) throw new AppError(glnErrors.gln_not_found)
  return chosen
}

async function saveAllNotices(
  tx: CustomerTx,
  session: Session,
  {
    tradingPartnerId,
    chosen,
    how,
  }: { tradingPartnerId: number; chosen: Awaited<ReturnType<typeof chooseGlns>>; how: Pick<GlnNotice, 'sentTo' | 'note' | 'mailId'> },
): Promise<void> {
  const by = { sentAt: session.now, sentById: session.userId }
  for (const { locationId, globalLocationNumber, disposition } of chosen)
    await saveGlnNotice(tx, { tradingPartnerId, locationId, globalLocationNumber, disposition, ...by, ...how })
}

const WORDS = { 'SHIP TO': 'ship-to', 'BILL TO': 'bill-to (sold-to)', BOTH: 'ship-to and bill-to (sold-to)' } as const

/** Records whether the partner confirmed a GLN. @throws AppError partner_part_not_found. */
export async function confirmGlnNotice(
  tx: CustomerTx,
  session: Session,
  { id, isConfirmed }: { id: number; isConfirmed: boolean },
): Promise<SentGln[]> {
  const notice = await lockGlnNotice(tx, id)
  if (!notice || !(await findPartner(tx, notice.tradingPartnerId))) throw new AppError(tradingPartnerErrors.partner_part_not_found)
  await lockOwnPartner(tx, session, notice.tradingPartnerId)
  if ((notice.confirmedAt !== null) === isConfirmed) auditNothing(session)
  else {
    await updateConfirmed(
      tx,
      id,
      isConfirmed ? { confirmedAt: session.now, confirmedById: session.userId } : { confirmedAt: null, confirmedById: null },
    )
    const detail = { globalLocationNumber: notice.globalLocationNumber, confirmed: isConfirmed }
    await audit(tx, session, { action: 'partner.confirmGln', subject: 'partner', subjectId: notice.tradingPartnerId, detail })
  }
  return readGlnNotices(tx, session, notice.tradingPartnerId)
}
