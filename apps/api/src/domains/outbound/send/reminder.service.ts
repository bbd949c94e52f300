import { REMINDER_DAYS } from '@seriatim/schema'
import { may, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Deps } from '../../../call/deps.ts'
import { DAY_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { readPersonSession } from '../../auth/person/person.service.ts'
import { listRightHolders } from '../../user/access/holder.joins.ts'
import { lockShipment, type ShipmentRecord } from '../outbound.queries.ts'
import { maySendBy, readRule } from '../rule/rule.service.ts'
import { createShipmentLink } from './link.service.ts'
import { mailLink } from './mail.service.ts'
import { listUnopened, markReminded, type UnopenedSending } from './sending.queries.ts'

/**
 * Sends one reminder for each email whose link nobody has opened for some days, in the name of the person who sent the shipment. If that person may no
 * longer send, the reminder comes from somebody who may.
 */
export async function remindOfUnopened(
  tx: CustomerTx,
  deps: Pick<Deps, 'config' | 'secrets'>,
  { customerId, now }: { customerId: number; now: Date },
) {
  for (const sending of await listUnopened(tx, new Date(now.getTime() - REMINDER_DAYS * DAY_MS), now))
    await remind(tx, deps, { sending, customerId, now })
}

async function remind(
  tx: CustomerTx,
  deps: Pick<Deps, 'config' | 'secrets'>,
  { sending, customerId, now }: { sending: UnopenedSending; customerId: number; now: Date },
): Promise<void> {
  const shipment = await lockShipment(tx, sending.shipmentId)
  if (shipment?.state !== 'sent') return
  const author = await findAuthor(tx, shipment, { customerId, now })
  await markReminded(tx, sending.id, now)
  if (!author) return
  const to = sending.toAddresses
  try {
    const link = await createShipmentLink(tx, author, deps.config, shipment)
    await mailLink(tx, author, deps, shipment, { link, to, isReminder: true })
  } catch (error) {
    // The email limit is reached, so no reminder is sent. The list still shows that nobody opened the link.
    if (error instanceof AppError) return
    throw error
  }
  await audit(tx, { now, userId: null }, { action: 'shipment.remind', subject: 'shipment', subjectId: shipment.id, detail: { to } })
}

async function findAuthor(
  tx: CustomerTx,
  { sentById, timeZone, locationId, purpose }: ShipmentRecord,
  { customerId, now }: { customerId: number; now: Date },
): Promise<Session | undefined> {
  const read = (userId: number) => readPersonSession(tx, { customerId, userId, timeZone, now })
  const author = sentById === null ? undefined : await read(sentById)
  if (author && (may(author, 'shipment:send', locationId) || maySendBy(author, locationId, await readRule(tx, purpose)))) return author
  const [holder] = await listRightHolders(tx, 'shipment:send', locationId)
  return holder && read(holder.id)
}
