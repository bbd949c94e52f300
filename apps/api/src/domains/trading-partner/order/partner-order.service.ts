import { isGln } from '@seriatim/gs1'
import type { OrderPartner } from '@seriatim/schema'
import { may, must, mustOrOwn, type Session } from '../../../call/access/access.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { AppError } from '../../../core/errors.ts'
import { makePersonName } from '../../../core/text/person.ts'
import { mayCarry } from '../../../core/text/product.rules.ts'
import { readInOneQuery, withInstants } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { fileErrors } from '../../file/file.facts.ts'
import { selectStates } from '../../location/location.joins.ts'
import { tradingPartnerErrors } from '../trading-partner.facts.ts'
import { findPartner, selectPartnersOfGln } from '../trading-partner.queries.ts'
import {
  type DocumentSender,
  findDocumentSender,
  findOrderSender,
  findUploadSender,
  selectAlike,
  selectPartnerCount,
  selectPartnerExceptions,
  selectPartnerIncidents,
  selectPartnerNotices,
  selectPartnerOrders,
} from './partner-order.queries.ts'
import { needsDecision, readStopStanding } from './partner-stop.service.ts'

/**
 * Finds the sender of an order: the partner that has the sender's GLN (decision 51). The search runs on each request, so that a partner added later
 * gets its earlier orders. Also returns whether the receiving location may buy from this partner today.
 *
 * @throws AppError order_not_found
 */
export async function readOrderPartner(tx: CustomerTx, session: Session, documentId: number): Promise<OrderPartner> {
  const order = await findOrderSender(tx, documentId)
  if (!order) throw new AppError(coreErrors.order_not_found)
  must(session, 'order:read', order.locationId)
  const standing = await readStopStanding(tx, session, { documentId, locationId: order.locationId })
  const { partner, authorization, stop } = standing
  return {
    documentId,
    partner: partner ? { id: partner.id, name: partner.name, isActive: partner.deactivatedAt === null } : null,
    authorization,
    sender: { name: order.senderName, gln: order.senderGln },
    // Only a person who can receive here is asked to decide about the goods.
    mustAsk: may(session, 'order:receive', order.locationId) && needsDecision(order, standing),
    isUnasked: standing.isUndecided && stop !== undefined,
    decided:
      stop && stop.choice !== 'unasked'
        ? { choice: stop.choice, reason: stop.reason, at: stop.at.toISOString(), by: makePersonName(stop) }
        : null,
  }
}

/** An entry of a document's master data, as the import stored it. */
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
 * Reads a document's details about its sender to prefill a new partner: the sender's name, and the GLNs and addresses of all places in the document
 * that have the sender's GLN or name. Anyone who may see the document may read them, with or without an order.
 *
 * @throws AppError order_not_found
 */
export async function readDraft(tx: CustomerTx, session: Session, documentId: number) {
  const order = await findDocumentSender(tx, documentId)
  if (!order) throw new AppError(coreErrors.order_not_found)
  return makeDraft(tx, session, order)
}

/**
 * Reads the same details as `readDraft` from the document of an upload, even if no order was created from that document.
 *
 * @throws AppError upload_not_found.
 */
export async function readUploadDraft(tx: CustomerTx, session: Session, uploadId: number) {
  const order = await findUploadSender(tx, uploadId)
  if (!order) throw new AppError(fileErrors.upload_not_found)
  return makeDraft(tx, session, order)
}

async function makeDraft(tx: CustomerTx, session: Session, order: DocumentSender) {
  const { locationId, createdById } = order
  mustOrOwn(session, 'order:read', { ownerId: locationId === null ? createdById : null, locationId })
  const entries = order.locations as Entry[] // `locations` is a JSON column that the import writes in this shape
  const name = (order.senderName ?? order.senderNames?.[0] ?? '').slice(0, 200)
  const own = entries.filter((entry) => entry.gln === order.senderGln || (entry.name !== null && entry.name === order.senderName))
  const glns = [order.senderGln, ...own.map((entry) => entry.gln)].filter((gln): gln is string => gln !== null && isGln(gln))
  const { partners, states, alike } = await readInOneQuery(tx, {
    partners: selectPartnersOfGln(order.senderGln, locationId),
    states: selectStates(tx),
    alike: selectAlike(name),
  })
  const [partner] = partners
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
    alike,
  }
}

/** Number of rows of each list on the partner's page. */
const SHOWN = 5

/** A partner's orders, open exceptions and open incidents. @throws AppError partner_not_found. */
export async function readPartnerStory(tx: CustomerTx, session: Session, id: number) {
  const partner = await findPartner(tx, id)
  if (!partner) throw new AppError(tradingPartnerErrors.partner_not_found)
  must(session, 'partner:read', partner.locationId)
  const { orders, counted, exceptions, incidents, notices } = await readInOneQuery(tx, {
    orders: selectPartnerOrders(id, SHOWN),
    counted: selectPartnerCount(id),
    exceptions: selectPartnerExceptions(id, SHOWN),
    incidents: selectPartnerIncidents(id),
    notices: selectPartnerNotices(id, SHOWN),
  })
  const [count] = withInstants(counted, 'first')
  return {
    orders: withInstants(orders, 'timeStamp').map(({ purchaseOrderNumbers, rejects, warnings, timeStamp, ...order }) => ({
      ...order,
      timeStamp: timeStamp.toISOString(),
      purchaseOrderNumber: purchaseOrderNumbers[0] ?? null,
      findings: { reject: rejects ?? 0, warn: warnings ?? 0 },
    })),
    amountOfOrders: count?.amount ?? 0,
    firstOrderAt: count?.first?.toISOString() ?? null,
    exceptions: withInstants(exceptions, 'createdAt').map(({ findings, title, amount: _, createdAt, ...exception }) => ({
      ...exception,
      createdAt: createdAt.toISOString(),
      message: findings[0]?.message ?? (title || null),
    })),
    openExceptions: exceptions[0]?.amount ?? 0,
    incidents: withInstants(incidents, 'openedAt')
      .filter(({ gtins, ndc }) => gtins.some((gtin) => mayCarry(gtin, ndc)))
      .slice(0, SHOWN)
      .map(({ openedAt, ndc: _, gtins: __, ...incident }) => ({ ...incident, openedAt: openedAt.toISOString() })),
    notices: withInstants(notices, 'at').map(({ at, ...notice }) => ({ ...notice, at: at.toISOString() })),
  }
}
