import { LOCKS } from '@seriatim/db/advisory-locks'
import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { SubscriptionTable } from '../../db/tables.ts'
import type { CustomerTx, SystemTx } from '../../db/types.ts'

export type SubscriptionValues = Omit<Insertable<SubscriptionTable>, 'customerId' | 'id'>

export function selectSubscriptions(tx: CustomerTx) {
  return tx.selectFrom('subscription').selectAll().orderBy('isActive', 'desc').orderBy('begunAt').orderBy('id')
}
export const listSubscriptions = (tx: CustomerTx) => selectSubscriptions(tx).execute()
export type SubscriptionRecord = Awaited<ReturnType<typeof listSubscriptions>>[number]

export function lockSubscription(tx: CustomerTx, id: number) {
  return tx.selectFrom('subscription').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function insertSubscription(tx: CustomerTx, values: SubscriptionValues): Promise<number> {
  return (await tx.insertInto('subscription').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateSubscription(tx: CustomerTx, id: number, values: Partial<SubscriptionValues>): Promise<void> {
  await tx.updateTable('subscription').set(values).where('id', '=', id).execute()
}

export const selectAccount = (tx: CustomerTx) => tx.selectFrom('paymentAccount').selectAll()
export const findAccount = (tx: CustomerTx) => selectAccount(tx).executeTakeFirst()
export type AccountRecord = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Number for a new read of the account at the provider, higher than that of any earlier read; undefined if the customer has no account there. */
export async function nextReadNumber(tx: CustomerTx): Promise<number | undefined> {
  const row = await tx
    .updateTable('paymentAccount')
    .set((eb) => ({ asked: eb('asked', '+', 1) }))
    .returning('asked')
    .executeTakeFirst()
  return row?.asked
}

/**
 * Makes the results of all reads from the provider that have already started count as outdated, because something has changed at the provider since
 * they started.
 */
export async function invalidateReads(tx: CustomerTx): Promise<void> {
  await tx
    .updateTable('paymentAccount')
    .set((eb) => ({ asked: eb('asked', '+', 1), kept: eb('asked', '+', 1) }))
    .execute()
}

/** Reads the account and locks it, so that two answers from the provider cannot be stored at the same time. */
export function lockAccount(tx: CustomerTx) {
  return tx.selectFrom('paymentAccount').selectAll().forUpdate().executeTakeFirst()
}

/** Assigns the account to the customer, unless the customer has one already, and returns the customer's account. */
export async function claimAccount(tx: CustomerTx, account: string): Promise<string> {
  const row = await tx
    .insertInto('paymentAccount')
    .columns(['orders', 'begunAt'])
    // The grace period counts from the creation of the customer, not of this row, so that starting a checkout does not start a new grace period.
    .expression((eb) => eb.selectFrom('customer').select([sql<string[]>`'{}'::text[]`.as('orders'), 'createdAt']))
    .onConflict((conflict) => conflict.column('customerId').doUpdateSet({ asked: sql`payment_account.asked` }))
    .returning('account')
    .executeTakeFirstOrThrow()
  if (row.account !== null) return row.account
  await insertAccountOwner(tx, account)
  await tx.updateTable('paymentAccount').set({ account }).execute()
  return account
}

/**
 * Records that the account belongs to this customer. Call it before storing the account.
 * @throws unique_violation if the account belongs to another customer.
 */
export async function insertAccountOwner(tx: CustomerTx, account: string): Promise<void> {
  await tx.insertInto('paymentAccountOwner').values({ account }).execute()
}

export async function updateAccount(tx: CustomerTx, values: Partial<Omit<AccountRecord, 'customerId' | 'account'>>): Promise<void> {
  await tx.updateTable('paymentAccount').set(values).execute()
}

/** Finds the customer and its buyer, who is the customer admin. */
export function getBuyer(tx: CustomerTx) {
  return tx
    .selectFrom('customer')
    .innerJoin('user', 'user.id', 'customer.adminId')
    .select(['customer.id', 'customer.name', 'user.firstName', 'user.lastName', 'user.emailAddress'])
    .executeTakeFirstOrThrow()
}

interface NewCheckout {
  /** Id of the checkout session at the payment provider; null if the provider has not answered yet. */
  session: string | null
  items: string
  priceCents: number | null
  ordersBefore: number
  begunAt: Date
  begunById: number
  expiresAt: Date
  endsSubscriptions: string[]
  hadSubscriptions: string[]
  /** JSON object that maps each subscription in `endsSubscriptions` to the day until which it was paid. */
  creditedUntil: string
  replacesId: number | null
}

export async function insertCheckout(tx: CustomerTx, values: NewCheckout): Promise<number> {
  return (await tx.insertInto('checkout').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** Finds the customer's unfinished checkout, which can still be paid, with the name of the person who began it. */
export function findOpenCheckout(tx: CustomerTx) {
  return tx
    .selectFrom('checkout')
    .innerJoin('user', 'user.id', 'checkout.begunById')
    .selectAll('checkout')
    .select(['user.firstName', 'user.lastName'])
    .where('checkout.finishedAt', 'is', null)
    .executeTakeFirst()
}

/** Lets a customer start only one checkout at a time: locks until the transaction ends. */
export async function lockCheckouts(tx: CustomerTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('checkout ' || current_customer_id(), ${LOCKS.checkout}::bigint))`.execute(tx)
}

export async function deleteCheckout(tx: CustomerTx, id: number): Promise<void> {
  await tx.deleteFrom('checkout').where('id', '=', id).execute()
}

/** All checkouts since this time, newest first, including abandoned ones: their sessions may have been paid. */
export function listCheckouts(tx: CustomerTx, since: Date) {
  return tx.selectFrom('checkout').selectAll().where('begunAt', '>=', since).orderBy('begunAt', 'desc').orderBy('id', 'desc').execute()
}

export type CheckoutRecord = Awaited<ReturnType<typeof listCheckouts>>[number]

export async function updateCheckout(
  tx: CustomerTx,
  id: number,
  values: { came?: string[]; finishedAt?: Date | null; paidAt?: Date; toldAt?: Date; session?: string; expiresAt?: Date },
): Promise<void> {
  await tx.updateTable('checkout').set(values).where('id', '=', id).execute()
}

/** Reopens an abandoned checkout unless it was paid in the meantime. */
export async function reopenCheckout(tx: CustomerTx, id: number): Promise<void> {
  await tx.updateTable('checkout').set({ finishedAt: null }).where('id', '=', id).where('paidAt', 'is', null).execute()
}

export async function finishCheckout(tx: CustomerTx, id: number, finishedAt: Date): Promise<void> {
  await tx.updateTable('checkout').set({ finishedAt }).where('id', '=', id).execute()
}

export async function findAccountOwner(tx: SystemTx, account: string): Promise<number | undefined> {
  const row = await tx.selectFrom('paymentAccountOwner').select('customerId').where('account', '=', account).executeTakeFirst()
  return row?.customerId
}

/**
 * Records that a message of the payment provider arrived.
 * @returns false if the same message was recorded before, so that it must not be processed again.
 */
export async function insertPaymentEvent(
  tx: SystemTx,
  values: { id: string; kind: string; account: string | null; receivedAt: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('paymentEvent')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deletePaymentEvents(tx: SystemTx, before: Date): Promise<void> {
  await tx.deleteFrom('paymentEvent').where('receivedAt', '<', before).execute()
}
