import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Log } from '../../../call/deps.ts'
import { DAY_MS } from '../../../core/day.ts'
import type { SystemTx } from '../../../db/types.ts'
import { deletePaymentEvents, findAccountOwner, insertPaymentEvent } from '../subscription.queries.ts'

const event = z.object({ id: z.string().min(1).max(200), type: z.string().max(100), data: z.unknown().optional() })
const message = z.object({ events: z.array(event).max(1000) })
export type PaymentEvent = z.output<typeof event>

/** Events that may mean that an account's subscriptions changed. */
const ABOUT_SUBSCRIPTIONS = /^(subscription\.|order\.completed$|return\.created$)/
/** Types of known events that need no action. */
const NOTHING_FOLLOWS = /^(account\.|order\.|mailingListEntry\.|quote\.|invoice\.)/

/** Whether the provider signed these bytes: its signature is an HMAC over them. */
export function isSigned(body: Buffer, signature: string | undefined, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature ?? '', 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** @returns undefined if the bytes are not events. */
export function readEvents(body: Buffer): PaymentEvent[] | undefined {
  try {
    return message.parse(JSON.parse(body.toString('utf8'))).events
  } catch {
    return undefined
  }
}

/** Id of the account that an event is about. The event has the id or an object that contains it. */
function findAccount(data: unknown): string | null {
  const { account } = z.object({ account: z.union([z.string(), z.object({ id: z.string() })]) }).safeParse(data).data ?? {}
  return account === undefined ? null : typeof account === 'string' ? account : account.id
}

/**
 * Stores new events and returns the customers whose subscriptions must be read again. The content of an event is not trusted; it only triggers a
 * read.
 */
export async function keepEvents(tx: SystemTx, events: readonly PaymentEvent[], { now, log }: { now: Date; log: Log }): Promise<number[]> {
  const customers = new Set<number>()
  for (const { id, type, data } of events) {
    const account = findAccount(data)
    if (!(await insertPaymentEvent(tx, { id, kind: type, account, receivedAt: now }))) continue
    if (!ABOUT_SUBSCRIPTIONS.test(type)) {
      if (!NOTHING_FOLLOWS.test(type)) log.warn({ event: id, kind: type }, 'the payment provider sent a message of an unknown kind')
      continue
    }
    const customerId = account === null ? undefined : await findAccountOwner(tx, account)
    if (customerId === undefined) log.warn({ event: id, kind: type, account }, 'the payment provider sent a message for an unknown account')
    else customers.add(customerId)
  }
  return [...customers]
}

/** Days for which a received event is remembered. The provider repeats an event for days, never for months. */
const EVENT_DAYS = 90

export function dropOldEvents(tx: SystemTx, now: Date): Promise<void> {
  return deletePaymentEvents(tx, new Date(now.getTime() - EVENT_DAYS * DAY_MS))
}
