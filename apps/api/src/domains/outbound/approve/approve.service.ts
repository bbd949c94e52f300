import { formatAmount, GUIDELINES, type Ok, SHIPMENT_PURPOSES, type ShipmentSend, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { readPersonSession } from '../../auth/person/person.service.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { listRightHolders } from '../../user/access/holder.joins.ts'
import { type DocumentForm, readDocumentForm } from '../draft/document-form.service.ts'
import { expectDraft, expectLockedShipment } from '../outbound.access.ts'
import { outboundErrors } from '../outbound.facts.ts'
import { approvalMails } from '../outbound.mails.ts'
import { type ShipmentRecord, updateShipment } from '../outbound.queries.ts'
import { expectMaySend, maySendBy, readRule } from '../rule/rule.service.ts'
import { expectSendable } from '../send/check.service.ts'
import { letLeave } from '../send/send.service.ts'

const NOT_ASKED = { askedAt: null, askedById: null, askedBy: null, asked: null }

/**
 * Asks a second person to approve a draft. Until that person decides, nobody can change the draft, and nothing leaves.
 *
 * @throws AppError shipment_approval_not_needed, shipment_sender_refused, and those of `expectSendable`.
 */
export async function askApproval(
  tx: CustomerTx,
  session: Session,
  { shipmentId, ...input }: ShipmentSend,
  { config, request }: Pick<Context, 'config' | 'request'>,
): Promise<Ok> {
  const shipment = await expectLockedShipment(tx, session, shipmentId, 'shipment:write')
  expectDraft(shipment)
  const rule = await readRule(tx, shipment.purpose)
  expectMaySend(session, shipment.locationId, rule)
  if (!rule.needsApproval) throw new AppError(outboundErrors.shipment_approval_not_needed)
  await expectSendable(tx, session, shipment, input)
  const by = writeFullName(session)
  await updateShipment(tx, shipmentId, {
    askedAt: session.now,
    askedById: session.userId,
    askedBy: by,
    asked: JSON.stringify(input),
    ...(await readDocumentForm(tx, session, shipment)),
    refusedBy: null,
    refuseReason: null,
  })
  const { meds, toName, purpose, locationId } = shipment
  const detail = { meds, to: toName, ...confirmedIn(input) }
  await audit(tx, session, { action: 'shipment.ask', subject: 'shipment', subjectId: shipmentId, detail })
  const words = `${by} asks for approval to send ${formatAmount(meds, 'package')} to ${toName} (${SHIPMENT_PURPOSES[purpose].name.toLowerCase()})`
  const approvers = (await listRightHolders(tx, 'shipment:send', locationId)).filter((one) => one.emailAddress !== session.emailAddress)
  for (const { emailAddress } of approvers)
    await notify(tx, session, {
      to: emailAddress,
      subject: `Shipment ${shipmentId} is waiting for approval`,
      words,
      link: `${config.publicUrl ?? request.origin ?? ''}/outbound/${shipmentId}`,
    })
  return { ok: true }
}

/** Returns, for the audit trail, what the person who requested approval confirmed about the license and the labels. */
const confirmedIn = ({ acceptUnknownLicense, labelsChecked }: RequestedShipment['asked']) => ({ acceptUnknownLicense, labelsChecked })

interface Notice {
  to: string
  subject: string
  words: string
  link: string
}

async function notify(tx: CustomerTx, { now }: Session, { to, subject, words, link }: Notice): Promise<void> {
  const text = `${words}.\n\n${link}`
  await sendMail(tx, { now, userId: null }, { kind: approvalMails, to: [to], subject, text })
}

/** Withdraws a request for approval, so that the draft can be changed. @throws AppError shipment_not_asked. */
export async function withdrawRequest(tx: CustomerTx, session: Session, { shipmentId }: { shipmentId: number }): Promise<Ok> {
  expectAsked(await expectLockedShipment(tx, session, shipmentId, 'shipment:write'))
  await updateShipment(tx, shipmentId, NOT_ASKED)
  await audit(tx, session, { action: 'shipment.withdraw', subject: 'shipment', subjectId: shipmentId })
  return { ok: true }
}

interface RequestedShipment extends ShipmentRecord {
  askedById: number
  askedBy: string
  asked: Omit<ShipmentSend, 'shipmentId'>
}

function expectAsked(shipment: ShipmentRecord): RequestedShipment {
  const { state, askedById, askedBy, asked } = shipment
  if (state !== 'draft' || askedById === null || askedBy === null || asked === null) throw new AppError(outboundErrors.shipment_not_asked)
  return { ...shipment, askedById, askedBy, asked }
}

/** Locks a shipment whose request for approval the caller may decide. @throws AppError shipment_not_asked, shipment_own_request. */
async function expectDecidable(tx: CustomerTx, session: Session, shipmentId: number): Promise<RequestedShipment> {
  const shipment = expectAsked(await expectLockedShipment(tx, session, shipmentId, 'shipment:send'))
  if (shipment.askedById === session.userId) throw new AppError(outboundErrors.shipment_own_request)
  return shipment
}

/** The packages leave in the name of the person who asked, so that person must still have the right. @throws AppError shipment_asker_lost_right. */
async function expectAskerMaySend(
  tx: CustomerTx,
  { customerId, now }: Session,
  { askedById, timeZone, locationId, purpose }: RequestedShipment,
): Promise<void> {
  const asker = await readPersonSession(tx, { customerId, userId: askedById, timeZone, now })
  if (!asker || !maySendBy(asker, locationId, await readRule(tx, purpose))) throw new AppError(outboundErrors.shipment_asker_lost_right)
}

/**
 * Checks that the recipient would still get the documents in the form that the approval request showed: the same guideline version, and still with
 * (or still without) transaction information.
 * @throws AppError shipment_form_changed, which says what changed.
 */
async function expectSameForm(tx: CustomerTx, session: Session, shipment: RequestedShipment): Promise<void> {
  const form = await readDocumentForm(tx, session, shipment)
  if (form.guideline === shipment.guideline && form.withTi === shipment.withTi) return
  const words = ({ guideline, withTi }: DocumentForm) => `${GUIDELINES[guideline]} ${withTi ? 'with' : 'without'} transaction information`
  const detail = `${shipment.toName} now receives documents as ${words(form)}, but approval was requested for ${words(shipment)}. ${ASK_AGAIN}`
  throw new AppError(outboundErrors.shipment_form_changed, { detail })
}

const ASK_AGAIN = 'Refuse the request, so that approval can be requested again.'

/**
 * Approves another person's request to send a shipment. The shipment is checked again and sent in this transaction, in the name of the person who
 * made the request.
 * @throws AppError shipment_not_asked, shipment_own_request, shipment_asker_lost_right, shipment_form_changed, and those of `expectSendable`.
 */
export async function approveShipment(tx: CustomerTx, session: Session, { shipmentId }: { shipmentId: number }): Promise<Ok> {
  const shipment = await expectDecidable(tx, session, shipmentId)
  await expectAskerMaySend(tx, session, shipment)
  await expectSameForm(tx, session, shipment)
  const { asked: input, askedById, askedBy, meds, toName, purpose } = shipment
  const sendable = await expectSendable(tx, session, shipment, input)
  await letLeave(tx, session, shipment, {
    ...sendable,
    input,
    sender: { id: askedById, name: askedBy },
    approver: { id: session.userId, name: writeFullName(session) },
  })
  const { license, recipients: mailTo } = sendable
  const detail = { purpose, meds, to: toName, askedBy, license, mailTo, ...confirmedIn(input) }
  await audit(tx, session, { action: 'shipment.approve', subject: 'shipment', subjectId: shipmentId, detail })
  return { ok: true }
}

/** Refuses another person's request for approval. The draft can then be changed again. @throws AppError shipment_not_asked, shipment_own_request. */
export async function refuseShipment(
  tx: CustomerTx,
  session: Session,
  { shipmentId, reason }: { shipmentId: number; reason: string },
): Promise<Ok> {
  const { askedBy } = await expectDecidable(tx, session, shipmentId)
  await updateShipment(tx, shipmentId, { ...NOT_ASKED, refusedBy: writeFullName(session), refuseReason: reason })
  await audit(tx, session, { action: 'shipment.refuse', subject: 'shipment', subjectId: shipmentId, detail: { askedBy, reason } })
  return { ok: true }
}
