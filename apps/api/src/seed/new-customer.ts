import { sql } from 'kysely'
import { addMonths } from '../core/day.ts'
import { enterCustomer } from '../db/customer-tx.ts'
import type { CustomerTx, SystemTx } from '../db/types.ts'
import { claimGln } from '../domains/location/gln/gln.queries.ts'

export interface NewCustomer {
  name: string
  admin: NewUser
  locations: readonly NewLocation[]
}

export interface NewSubscription {
  /** Subscription id at the provider. */
  subscription: string
  product: string
  display: string
  quantity: number
  /** Price of one unit per month, before tax. */
  cents: number
}

export interface NewUser {
  emailAddress: string
  firstName: string
  lastName: string
  title?: string
  passwordHash?: string
  /** When the user was invited. If set, the user has no sign-in until the invitation is accepted. */
  invitedAt?: Date
  /** Location names, and whether the user administers or just belongs to each. */
  locations?: Record<string, 'admin' | 'member'>
}

export interface NewLocation {
  name: string
  /** IANA name of the customer's time zone, which decides to which day a record belongs. Default: America/Los_Angeles. */
  timeZone?: string
  address: { line: string; city: string; stateCode: string; zip: string }
  glns: readonly { gln: string; disposition: 'SHIP TO' | 'BILL TO' | 'BOTH'; isVerified: boolean }[]
}

export interface MadeCustomer {
  customerId: number
  adminId: number
  locationIds: Map<string, number>
  tx: CustomerTx
}

/**
 * Creates a customer with its administrator and locations. Reserves the ids of customer and administrator first, because the two rows reference each
 * other and row security shows a transaction only the rows of its customer.
 */
export async function makeCustomer(tx: SystemTx, { name, admin, locations }: NewCustomer): Promise<MadeCustomer> {
  const customerId = await nextId(tx, 'customer')
  const adminId = await nextId(tx, 'user')
  const scoped = await enterCustomer(tx, { customerId, userId: adminId, scope: 'all', locationIds: [] })
  await scoped.insertInto('customer').values({ id: customerId, name, adminId }).execute()
  const locationIds = new Map<string, number>()
  await insertUser(scoped, adminId, admin)
  for (const location of locations) locationIds.set(location.name, await insertLocation(scoped, location))
  await finishUser(tx, scoped, { customerId, userId: adminId, user: admin, locationIds })
  return { customerId, adminId, locationIds, tx: scoped }
}

export async function makeUser(tx: SystemTx, customer: MadeCustomer, user: NewUser): Promise<number> {
  const userId = await nextId(tx, 'user')
  await insertUser(customer.tx, userId, user)
  await finishUser(tx, customer.tx, { customerId: customer.customerId, userId, user, locationIds: customer.locationIds })
  return userId
}

/** Adds monthly subscriptions that begin now, paid for a month. */
export async function insertSubscriptions(tx: CustomerTx, subscriptions: readonly NewSubscription[], now: Date): Promise<void> {
  const next = addMonths(now, 1)
  for (const { cents, ...one } of subscriptions)
    await tx
      .insertInto('subscription')
      .values({
        ...one,
        state: 'active',
        isActive: true,
        isAutoRenew: true,
        subtotalCents: cents * one.quantity,
        begunAt: now,
        nextChargeAt: next,
        nextChargeCents: cents * one.quantity,
      })
      .execute()
}

async function nextId(tx: SystemTx, table: 'customer' | 'user'): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence(${`"${table}"`}, 'id')) as id`.execute(tx)
  return rows[0]?.id ?? 0
}

async function insertUser(tx: CustomerTx, id: number, { emailAddress, firstName, lastName, title, invitedAt }: NewUser): Promise<void> {
  await tx
    .insertInto('user')
    .values({ id, emailAddress, firstName, lastName, title: title ?? null, ...(invitedAt && { invitedAt, joinedAt: null }) })
    .execute()
}

async function finishUser(
  tx: SystemTx,
  scoped: CustomerTx,
  {
    customerId,
    userId,
    user,
    locationIds,
  }: { customerId: number; userId: number; user: NewUser; locationIds: ReadonlyMap<string, number> },
): Promise<void> {
  for (const [name, role] of Object.entries(user.locations ?? {})) {
    const locationId = locationIds.get(name)
    if (locationId !== undefined)
      await scoped
        .insertInto('userLocation')
        .values({ userId, locationId, isAdmin: role === 'admin' })
        .execute()
  }
  if (user.invitedAt) return
  await tx
    .insertInto('login')
    .values({ emailAddress: user.emailAddress.toLowerCase(), passwordHash: user.passwordHash ?? null, customerId, userId })
    .execute()
}

async function insertLocation(tx: CustomerTx, { name, address, glns, timeZone }: NewLocation): Promise<number> {
  const { id: locationId } = await tx
    .insertInto('location')
    .values({ name, ...(timeZone ? { timeZone } : {}) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const state = await tx.selectFrom('state').select('id').where('code', '=', address.stateCode).executeTakeFirst()
  await tx
    .insertInto('locationAddress')
    .values({
      locationId,
      addressLineOne: name,
      // A location is named after its first address line (decision 16), so the name becomes the first line and the street the second.
      addressLineTwo: address.line === name ? null : address.line,
      city: address.city,
      stateId: state?.id ?? null,
      zip: address.zip,
      type: 'shipping',
      isDefault: true,
    })
    .execute()
  for (const { gln, disposition, isVerified } of glns) {
    if (isVerified) await claimGln(tx, gln)
    await tx.insertInto('locationGln').values({ locationId, globalLocationNumber: gln, disposition, isVerified }).execute()
  }
  return locationId
}
