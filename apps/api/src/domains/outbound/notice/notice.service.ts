import { formatAmount, type Ok, type RecallEntry, type RecalledReceivers, type RecallNotice, writeFullName } from '@seriatim/schema'
import { must, type Places, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { AppError } from '../../../core/errors.ts'
import { oneLine } from '../../../core/text/one-line.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printDay } from '../../../print/dates.ts'
import { getCustomerName } from '../../location/location.joins.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { readRecallById } from '../../recall/recall.service.ts'
import { selectRecalledDepartures } from '../../recall/stop/recalled-departure.joins.ts'
import { readReceiverEmails } from '../../trading-partner/shipping/receiver.service.ts'
import { placesOf } from '../outbound.access.ts'
import { outboundErrors } from '../outbound.facts.ts'
import { recallNoticeMails } from '../outbound.mails.ts'
import { collectRecipients } from '../send/recipients.ts'
import { insertNotice, listNotices, listRecalledAt, listRecalledPackages, type RecalledPackage } from './notice.queries.ts'

/**
 * Lists the partners that still have packages of a recall that we sent to them, each with the recall notices that we sent.
 * @throws AppError recalls_not_subscribed, recall_not_found.
 */
export async function readRecalledReceivers(
  tx: CustomerTx,
  session: Session,
  { recallId }: { recallId: number },
): Promise<RecalledReceivers> {
  const { id } = await readRecallById(tx, session, recallId)
  const rows = await listRecalledAt(tx, selectRecalledDepartures(id), placesOf(session, 'shipment:read'))
  const notices = rows.length > 0 ? await listNotices(tx, id) : []
  const sendFrom = placesOf(session, 'shipment:send')
  const mails = await readReceiverEmails(
    tx,
    session,
    rows.map(({ tradingPartnerId }) => tradingPartnerId),
  )
  return rows.map(({ locationIds, ...row }) => ({
    ...row,
    emailAddresses: mails.get(row.tradingPartnerId) ?? [],
    mayNotify: locationIds.some((locationId) => isAmong(sendFrom, locationId)),
    notices: notices
      .filter(({ tradingPartnerId }) => tradingPartnerId === row.tradingPartnerId)
      .map((one) => ({
        id: one.id,
        at: one.at.toISOString(),
        by: one.byName,
        to: one.toWords,
        meds: one.meds,
        status: one.status,
        error: one.status === 'failed' || one.status === 'stopped' ? one.lastError : null,
      })),
  }))
}

const isAmong = (places: Places, locationId: number): boolean => places === 'all' || places.includes(locationId)

/**
 * Emails a recall to a partner that got affected packages, with their serial numbers.
 *
 * @throws AppError shipment_not_recalled if the partner got no affected package from a location of the caller, and the errors of recall, addresses
 * and email limit.
 */
export async function sendRecallNotice(tx: CustomerTx, session: Session, { recallId, tradingPartnerId, to }: RecallNotice): Promise<Ok> {
  const recall = await readRecallById(tx, session, recallId)
  const departures = selectRecalledDepartures(recall.id)
  const rows = await listRecalledAt(tx, departures, placesOf(session, 'shipment:send'))
  const row = rows.find((one) => one.tradingPartnerId === tradingPartnerId)
  if (!row) throw new AppError(outboundErrors.shipment_not_recalled)
  for (const locationId of row.locationIds) must(session, 'shipment:send', locationId)
  const recipients = collectRecipients(to, 'to')
  const packages = await listRecalledPackages(tx, departures, row.shipmentIds)
  const customerName = await getCustomerName(tx)
  const mailId = await sendMail(tx, session, {
    kind: recallNoticeMails,
    to: recipients,
    replyTo: session.emailAddress,
    subject: oneLine(`Recall of ${formatAmount(row.meds, 'package')} from ${customerName}: ${recall.title}`).slice(0, 200),
    text: noticeText({ recall, packages, customerName, author: writeFullName(session) }),
  })
  const toWords = recipients.join(', ')
  const { now: at } = session
  await insertNotice(tx, { recallId: recall.id, tradingPartnerId, meds: row.meds, at, byName: writeFullName(session), toWords, mailId })
  const detail = { to: recipients, partner: row.toName, meds: row.meds, shipments: row.shipmentIds }
  await audit(tx, session, { action: 'shipment.recallNotice', subject: 'recall', subjectId: recall.id, detail })
  return { ok: true }
}

/** Maximum number of packages in an email. */
const MOST_LISTED = 1000

interface Notice {
  recall: RecallEntry
  packages: readonly RecalledPackage[]
  customerName: string
  author: string
}

function noticeText({ recall, packages, customerName, author }: Notice): string {
  const { title, classification, manufacturer, product, reason, recallNumbers, recallDocument } = recall
  const shipments = Map.groupBy(packages.slice(0, MOST_LISTED), ({ shipmentId }) => shipmentId)
  return [
    `A recall names ${formatAmount(packages.length, 'package')} that ${customerName} sent you. Set them aside, and do not dispense, sell or return them before you have read the recall.`,
    '',
    `Recall: ${title}`,
    `Class: ${classification ?? 'not classified yet'}`,
    ...(recallNumbers.length > 0 ? [`Number: ${recallNumbers.map((one) => one.recallNumber).join(', ')}`] : []),
    `Published: ${printDay(recallDocument.dateReceived)}`,
    `Manufacturer: ${manufacturer}`,
    `Product: ${product}`,
    ...(reason ? [`Reason: ${reason}`] : []),
    ...[...shipments].flatMap(([shipmentId, own]) => ['', `Shipment ${shipmentId}:`, ...own.map(packageLine)]),
    ...(packages.length > MOST_LISTED ? [`There are ${packages.length - MOST_LISTED} more packages. Ask us for the whole list.`] : []),
    '',
    'Reply to this email and tell us how many of these packages you set aside.',
    '',
    author,
    customerName,
  ].join('\n')
}

const packageLine = ({ productName, gtin, serialNumber, lotNumber, expirationDate }: RecalledPackage): string =>
  [
    productName ?? 'Product not named',
    ...(gtin === null ? [] : [`GTIN ${gtin}`]),
    `serial ${serialNumber}`,
    `lot ${lotNumber ?? 'unknown'}`,
    ...(expirationDate === null ? [] : [`expires ${printDay(expirationDate)}`]),
  ].join(', ')
