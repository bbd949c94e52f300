import { isGln } from '@seriatim/gs1'
import type { Ok, OrderPartner } from '@seriatim/schema'
import { must, type Session } from '../../access.ts'
import { audit } from '../../audit.ts'
import { dayOf } from '../../day.ts'
import type { CustomerTx } from '../../db/types.ts'
import { AppError } from '../../errors.ts'
import { personOf } from '../../person.ts'
import { mayBeOf } from '../../product.rules.ts'
import { placeHold } from '../hold/hold.service.ts'
import { readStates } from '../location/location.service.ts'
import { listLicenseDays } from './license.queries.ts'
import {
  countPartnerOrders,
  findOrderSender,
  findStop,
  insertStop,
  listAlike,
  listPartnerExceptions,
  listPartnerIncidents,
  listPartnerNotices,
  listPartnerOrders,
} from './partner-order.queries.ts'
import { authorizationsOf } from './partner-read.service.ts'
import { findPartner, findPartnerOfGln, listLocationStates } from './trading-partner.queries.ts'

/**
 * Who sent an order: the partner that has the sender's GLN (decision 51), found when it is asked for, so that a partner added later has its earlier
 * orders; and whether one may buy from it today at the location that receives.
 *
 * @throws AppError order_not_found
 */
export async function readOrderPartner(tx: CustomerTx, session: Session, documentId: number): Promise<OrderPartner> {
  const order = await findOrderSender(tx, documentId)
  if (!order) throw new AppError('order_not_found')
  must(session, 'order:read', order.locationId)
  const partner = order.senderGln === null ? undefined : await findPartnerOfGln(tx, order.senderGln, order.locationId)
  const stop = await findStop(tx, documentId)
  const authorization = partner ? await authorizationAt(tx, session, partner.id, order.locationId) : null
  const isOpen = order.voidedAt === null && order.amountReceived < order.amountOfMeds
  return {
    documentId,
    partner: partner ?? null,
    authorization,
    sender: { name: order.senderName, gln: order.senderGln },
    mustAsk: isOpen && !stop && (partner?.isActive === false || authorization?.status === 'notAuthorized'),
    decided: stop ? { choice: stop.choice, reason: stop.reason, at: stop.at.toISOString(), by: personOf(stop) } : null,
  }
}

async function authorizationAt(tx: CustomerTx, session: Session, partnerId: number, locationId: number) {
  const licenses = (await listLicenseDays(tx, [partnerId])).get(partnerId) ?? []
  // Also of a closed location: what is on its way to it is received under its state's law.
  const places = await listLocationStates(tx, [locationId], { withClosed: true })
  return authorizationsOf(licenses, places, dayOf(session.now, session.timeZone))[0] ?? null
}

/**
 * What becomes of goods of a partner that is not authorized: on hold, or received all the same. Decided once for each order.
 *
 * @throws AppError order_not_found, stop_decided.
 */
export async function decideStop(
  tx: CustomerTx,
  session: Session,
  { documentId, choice, reason }: { documentId: number; choice: 'hold' | 'receive'; reason: string },
): Promise<Ok> {
  const order = await findOrderSender(tx, documentId)
  if (!order) throw new AppError('order_not_found')
  must(session, 'order:receive', order.locationId)
  const { partner, authorization, mustAsk } = await readOrderPartner(tx, session, documentId)
  if (!mustAsk) throw new AppError('stop_decided')
  const status = partner?.isActive === false ? 'deactivated' : (authorization?.status ?? 'unknown')
  await insertStop(tx, { documentId, locationId: order.locationId, status, choice, reason, at: session.now, userId: session.userId })
  const detail = { partner: partner?.name ?? null, choice, reason }
  await audit(tx, session, { action: 'partner.stop', subject: 'order', subjectId: documentId, detail })
  if (choice === 'hold') await placeHold(tx, session, { target: { documentId }, reason })
  return { ok: true }
}

/** An entry of a document's master data, as the import has kept it. */
interface Entry {
  gln: string | null
  name: string | null
  streetAddressOne: string | null
  streetAddressTwo: string | null
  city: string | null
  state: string | null
  postalCode: string | null
}

/**
 * What the document of an order says of its sender, to begin a new partner with: its name, its GLNs, and those of the same name with their addresses.
 *
 * @throws AppError order_not_found
 */
export async function readDraft(tx: CustomerTx, session: Session, documentId: number) {
  const order = await findOrderSender(tx, documentId)
  if (!order) throw new AppError('order_not_found')
  must(session, 'order:read', order.locationId)
  const entries = order.locations as Entry[] // written by the import in this shape
  const name = (order.senderName ?? order.senderNames[0] ?? '').slice(0, 200)
  const own = entries.filter((entry) => entry.gln === order.senderGln || (entry.name !== null && entry.name === order.senderName))
  const glns = [order.senderGln, ...own.map((entry) => entry.gln)].filter((gln): gln is string => gln !== null && isGln(gln))
  const states = await readStates(tx)
  const addresses = own.flatMap((entry) => {
    if (entry.streetAddressOne === null) return []
    return [
      {
        name: null,
        addressLineOne: entry.streetAddressOne.slice(0, 200),
        addressLineTwo: entry.streetAddressTwo?.slice(0, 200) ?? null,
        city: entry.city?.slice(0, 100) ?? null,
        stateId: states.find((state) => state.code === entry.state)?.id ?? null,
        postalCode: entry.postalCode?.slice(0, 20) ?? null,
        addressType: 'physical' as const,
      },
    ]
  })
  const once = new Map(addresses.map((address) => [JSON.stringify(address), address]))
  return {
    name,
    globalLocationNumbers: [...new Set(glns)],
    addresses: [...once.values()].slice(0, 20),
    alike: name ? await listAlike(tx, name) : [],
  }
}

/** How many rows the partner's page shows of each list. */
const SHOWN = 5

/** What concerns a partner: its orders, open exceptions and open incidents. @throws AppError partner_not_found. */
export async function readStory(tx: CustomerTx, session: Session, id: number) {
  const partner = await findPartner(tx, id)
  if (!partner) throw new AppError('partner_not_found')
  must(session, 'partner:read', partner.locationId)
  const orders = await listPartnerOrders(tx, id, SHOWN)
  const counted = await countPartnerOrders(tx, id)
  const exceptions = await listPartnerExceptions(tx, id, SHOWN)
  const incidents = (await listPartnerIncidents(tx, id)).filter(({ gtins, ndc }) => gtins.some((gtin) => mayBeOf(gtin, ndc)))
  const notices = await listPartnerNotices(tx, id, SHOWN)
  return {
    orders: orders.map(({ purchaseOrderNumbers, rejects, warnings, timeStamp, ...order }) => ({
      ...order,
      timeStamp: timeStamp.toISOString(),
      purchaseOrderNumber: purchaseOrderNumbers[0] ?? null,
      findings: { reject: rejects ?? 0, warn: warnings ?? 0 },
    })),
    amountOfOrders: counted.amount,
    firstOrderAt: counted.first?.toISOString() ?? null,
    exceptions: exceptions.map(({ findings, amount: _, createdAt, ...exception }) => ({
      ...exception,
      createdAt: createdAt.toISOString(),
      message: findings[0]?.message ?? null,
    })),
    openExceptions: exceptions[0]?.amount ?? 0,
    incidents: incidents
      .slice(0, SHOWN)
      .map(({ openedAt, ndc: _, gtins: __, ...incident }) => ({ ...incident, openedAt: openedAt.toISOString() })),
    notices: notices.map(({ at, ...notice }) => ({ ...notice, at: at.toISOString() })),
  }
}
