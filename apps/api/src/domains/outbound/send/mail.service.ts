import { formatAmount, type Ok, SHIPMENT_PURPOSES, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import type { Deps } from '../../../call/deps.ts'
import { AppError } from '../../../core/errors.ts'
import { oneLine } from '../../../core/text/one-line.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printMoment } from '../../../print/dates.ts'
import { getCustomerName } from '../../location/location.joins.ts'
import { resendMail, sendMail } from '../../mail/mail.service.ts'
import { expectLockedShipment } from '../outbound.access.ts'
import { outboundErrors } from '../outbound.facts.ts'
import { shipmentMails } from '../outbound.mails.ts'
import { listDocuments, type ShipmentRecord } from '../outbound.queries.ts'
import { countTypedIn } from '../paper/paper.queries.ts'
import { letterTitle, statementCoverage } from '../paper/statement.rules.ts'
import { shipmentNumber } from '../paper/write-epcis.ts'
import { bounceAddress } from './bounce.service.ts'
import { createShipmentLink, expectLockedSending, type ShipmentLink } from './link.service.ts'
import { collectRecipients } from './recipients.ts'
import { insertSending } from './sending.queries.ts'

type Mailing = Pick<ShipmentRecord, 'id' | 'purpose' | 'meds' | 'toName' | 'sentAt' | 'purchaseOrder' | 'withTi' | 'state' | 'voidReason'>

export async function mailLink(
  tx: CustomerTx,
  session: Session,
  deps: Pick<Deps, 'config' | 'secrets'>,
  shipment: Mailing,
  { link, to, isReminder = false }: { link: ShipmentLink; to: readonly string[]; isReminder?: boolean },
): Promise<void> {
  const customerName = await getCustomerName(tx)
  const number = shipmentNumber(shipment)
  const order = shipment.purchaseOrder ? ` for purchase order ${shipment.purchaseOrder}` : ''
  const coverage = statementCoverage(shipment, await countTypedIn(tx, shipment.id))
  const what = letterTitle(shipment.purpose, coverage)
  const hasEpcis = (await listDocuments(tx, shipment.id)).some(({ kind }) => kind === 'epcis')
  const isVoided = shipment.state === 'voided'
  const bounceTo = bounceAddress(deps, { customerId: session.customerId, id: shipment.id })
  const text = [
    ...(isReminder ? ['Nobody has opened these documents yet. Here is a new link to them.', ''] : []),
    `${customerName} ${isVoided ? 'voided the shipment of' : 'sent you'} ${formatAmount(shipment.meds, 'package')}${order} (${SHIPMENT_PURPOSES[shipment.purpose].name.toLowerCase()}).`,
    ...(isVoided ? ['The packages did not change hands.', `Reason: ${oneLine(shipment.voidReason ?? '')}`] : []),
    '',
    ...(coverage === 'some' && !isVoided
      ? ['The transaction statement does not cover the packages that the letter names as entered by hand.', '']
      : []),
    isVoided
      ? 'The documents of the shipment, with the one that voids it:'
      : `${what}, ${hasEpcis ? 'EPCIS document and list' : 'with the list'} of packages:`,
    link.url,
    `The link works until ${printMoment(link.expiresAt, session)} (${session.timeZone}).`,
    '',
    writeFullName(session),
    customerName,
  ].join('\n')
  const mailId = await sendMail(tx, session, {
    kind: shipmentMails,
    to,
    replyTo: session.emailAddress,
    ...(bounceTo === undefined ? {} : { bounceTo }),
    subject: oneLine(`${isReminder ? 'Reminder: ' : isVoided ? 'Voided: ' : ''}${what} from ${customerName}: ${number}`).slice(0, 200),
    text,
  })
  await insertSending(tx, {
    shipmentId: shipment.id,
    at: session.now,
    byName: writeFullName(session),
    toWords: to.join(', '),
    mailId,
    linkId: link.id,
    isReminder,
  })
}

/** Emails a new link to the documents. @throws AppError shipment_papers_waiting, and the errors of the addresses and the email limit. */
export async function mailShipment(
  tx: CustomerTx,
  session: Session,
  ctx: Pick<Context, 'config' | 'secrets'>,
  { shipmentId, to }: { shipmentId: number; to: string },
): Promise<Ok> {
  const shipment = await expectLockedShipment(tx, session, shipmentId, 'shipment:send')
  if (!shipment.sentAt) throw new AppError(outboundErrors.shipment_not_sent)
  if (shipment.papers !== 'ready') throw new AppError(outboundErrors.shipment_papers_waiting)
  const recipients = collectRecipients(to, 'to')
  const link = await createShipmentLink(tx, session, ctx.config, shipment)
  await mailLink(tx, session, ctx, shipment, { link, to: recipients })
  await audit(tx, session, { action: 'shipment.mail', subject: 'shipment', subjectId: shipmentId, detail: { to: recipients } })
  return { ok: true }
}

/** Sends a failed email again, unchanged. @throws AppError shipment_not_found, shipment_link_ended, mail_not_failed. */
export async function resendShipmentMail(
  tx: CustomerTx,
  session: Session,
  { shipmentId, sendingId }: { shipmentId: number; sendingId: number },
): Promise<Ok> {
  const sending = await expectLockedSending(tx, session, { shipmentId, sendingId })
  if (sending.revokedAt) throw new AppError(outboundErrors.shipment_link_ended)
  await resendMail(tx, session, shipmentMails, sending.mailId)
  await audit(tx, session, {
    action: 'shipment.mail',
    subject: 'shipment',
    subjectId: shipmentId,
    detail: { to: sending.toWords, again: true },
  })
  return { ok: true }
}
