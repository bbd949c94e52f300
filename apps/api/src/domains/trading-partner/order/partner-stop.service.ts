import type { StateAuthorization } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { toDay } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { chooseSeller, mayNotSell } from '../license/authorization.rules.ts'
import { makeAuthorizations } from '../partner-read.service.ts'
import { tradingPartnerErrors } from '../trading-partner.facts.ts'
import { findOrderSender } from './partner-order.queries.ts'
import { insertPartnerDecision, type PartnerDecision, readStopFacts, type StopFacts } from './partner-stop.queries.ts'

interface OrderPlace {
  documentId: number
  locationId: number
}

type Seller = StopFacts['sellers'][number]

interface Standing {
  /**
   * Of the partners with the sender's GLN, the first one that may not sell to the customer or, if there is none, the first of all; undefined if no
   * partner has that GLN.
   */
  partner: Seller | undefined
  authorization: StateAuthorization | null
  stop: PartnerDecision | undefined
  /** True if the partner is not authorized here and nobody has decided about the goods yet. */
  isUndecided: boolean
}

/** Whether the customer may buy from an order's sender today at the receiving location, and if not, what was decided about the goods. */
export async function readStopStanding(tx: CustomerTx, session: Session, order: OrderPlace): Promise<Standing> {
  const { stop, sellers, licenses, places } = await readStopFacts(tx, order)
  const { now, timeZone } = session
  const asked = { places, day: toDay(now, timeZone), timeZone }
  const answers = sellers.map((partner) => ({
    partner,
    authorization: makeAuthorizations(partner, licenses.get(partner.id) ?? [], asked)[0] ?? null,
  }))
  const { partner, authorization = null } = chooseSeller(answers) ?? {}
  return { partner, authorization, stop, isUndecided: mayNotSell(authorization) && (stop === undefined || stop.choice === 'unasked') }
}

/**
 * Checks whether the sender of an order is authorized, before the goods are received. If not, a person must first decide on the page what happens to
 * the goods. Over REST nobody can be asked, so the goods are received, as the contract requires, and the order's page asks until somebody decides.
 * @throws AppError partner_stop with the order, unless the decision is on file.
 */
export async function passPartnerStop(tx: CustomerTx, session: Session, order: OrderPlace): Promise<void> {
  const { documentId, locationId } = order
  const { stop, partner, authorization, isUndecided } = await readStopStanding(tx, session, order)
  if (!isUndecided || (stop && session.isOverRest)) return
  if (!session.isOverRest) throw new AppError(tradingPartnerErrors.partner_stop, { facts: { documentId, partner: partner?.name ?? null } })
  const status = authorization?.status ?? 'unknown'
  const reason = 'Received through the REST API, which does not ask for confirmation'
  await insertPartnerDecision(tx, { documentId, locationId, status, choice: 'unasked', reason, at: session.now, userId: session.userId })
  const detail = { partner: partner?.name ?? null, status }
  await audit(tx, session, { action: 'partner.unasked', subject: 'order', subjectId: documentId, detail })
}

/**
 * Whether a person still has to decide what happens to the goods of an unauthorized partner: because packages of the order are still to be received,
 * or because packages were received through the REST API, which does not ask.
 */
export function needsDecision(
  order: { voidedAt: Date | null; amountReceived: number; amountOfMeds: number },
  { isUndecided, stop }: Standing,
): boolean {
  return isUndecided && order.voidedAt === null && (order.amountReceived < order.amountOfMeds || stop !== undefined)
}

/**
 * Records what happens to the goods of an unauthorized partner, once per order.
 *
 * @throws AppError order_not_found, stop_decided.
 */
export async function recordStopDecision(
  tx: CustomerTx,
  session: Session,
  { documentId, choice, reason }: { documentId: number; choice: 'hold' | 'receive'; reason: string },
): Promise<void> {
  const order = await findOrderSender(tx, documentId)
  if (!order) throw new AppError(coreErrors.order_not_found)
  const { locationId } = order
  must(session, 'order:receive', locationId)
  const standing = await readStopStanding(tx, session, { documentId, locationId })
  if (!needsDecision(order, standing)) throw new AppError(tradingPartnerErrors.stop_decided)
  const isFirst = await insertPartnerDecision(tx, {
    documentId,
    locationId,
    status: standing.authorization?.status ?? 'unknown',
    choice,
    reason,
    at: session.now,
    userId: session.userId,
  })
  if (!isFirst) throw new AppError(tradingPartnerErrors.stop_decided)
  const detail = { partner: standing.partner?.name ?? null, choice, reason }
  await audit(tx, session, { action: 'partner.stop', subject: 'order', subjectId: documentId, detail })
}
