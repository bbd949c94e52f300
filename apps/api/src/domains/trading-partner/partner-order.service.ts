import { isGln } from '@seriatim/gs1'
import type { OrderPartner } from '@seriatim/schema'
import { may, must, mustOrOwn, type Session } from '../../access.ts'
import type { CustomerTx } from '../../db/types.ts'
import { AppError } from '../../errors.ts'
import { makePersonName } from '../../person.ts'
import { mayCarry } from '../../product.rules.ts'
import { readStates } from '../location/location.service.ts'
import {
  countPartnerOrders,
  findDocumentSender,
  findOrderSender,
  findUploadedDocument,
  listAlike,
  listPartnerExceptions,
  listPartnerIncidents,
  listPartnerNotices,
  listPartnerOrders,
} from './partner-order.queries.ts'
import { mustAsk, readStopStanding } from './partner-stop.service.ts'
import { findPartner, listPartnersOfGln } from './trading-partner.queries.ts'

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
  const standing = await readStopStanding(tx, session, { documentId, locationId: order.locationId })
  const { partner, authorization, stop } = standing
  return {
    documentId,
    partner: partner ? { id: partner.id, name: partner.name, isActive: partner.deactivatedAt === null } : null,
    authorization,
    sender: { name: order.senderName, gln: order.senderGln },
    // Who cannot receive here is not asked what becomes of the goods.
    mustAsk: may(session, 'order:receive', order.locationId) && mustAsk(order, standing),
    isUnasked: standing.isUndecided && stop !== undefined,
    decided:
      stop && stop.choice !== 'unasked'
        ? { choice: stop.choice, reason: stop.reason, at: stop.at.toISOString(), by: makePersonName(stop) }
        : null,
  }
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
 * What a document says of its sender, to begin a new partner with: its name, its GLNs, and those of the same name with their addresses. Whoever may see
 * the document has it, with or without an order.
 *
 * @throws AppError order_not_found
 */
export async function readDraft(tx: CustomerTx, session: Session, documentId: number) {
  const order = await findDocumentSender(tx, documentId)
  if (!order) throw new AppError('order_not_found')
  const { locationId, createdById } = order
  mustOrOwn(session, 'order:read', { ownerId: locationId === null ? createdById : null, locationId })
  const [partner] = order.senderGln === null ? [] : await listPartnersOfGln(tx, order.senderGln, locationId)
  const entries = order.locations as Entry[] // written by the import in this shape
  const name = (order.senderName ?? order.senderNames?.[0] ?? '').slice(0, 200)
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
    partner: partner ? { id: partner.id, name: partner.name } : null,
    alike: name ? await listAlike(tx, name) : [],
  }
}

/** The same of an upload, also where no order was made of it. @throws AppError upload_not_found, order_not_found. */
export async function readUploadDraft(tx: CustomerTx, session: Session, uploadId: number) {
  const documentId = await findUploadedDocument(tx, uploadId)
  if (documentId === undefined) throw new AppError('upload_not_found')
  return readDraft(tx, session, documentId)
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
  const incidents = (await listPartnerIncidents(tx, id)).filter(({ gtins, ndc }) => gtins.some((gtin) => mayCarry(gtin, ndc)))
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
