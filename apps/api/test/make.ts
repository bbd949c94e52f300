import { Readable } from 'node:stream'
import { type DocumentOptions, makeDocument, type SampleParty } from '@seriatim/epcis'
import { checkDigit } from '@seriatim/gs1'
import { outcomeWords, type UploadDetail } from '@seriatim/schema'
import { withSystem } from '../src/db/system-tx.ts'
import { hashPassword } from '../src/domains/auth/password/password.ts'
import { sealUpload } from '../src/domains/file/upload-seal.ts'
import { insertSubscriptions, makeCustomer, makeUser, type NewUser } from '../src/seed/new-customer.ts'
import type { TestDb, TestUser } from './harness.ts'

export const PASSWORD = 'Right-Horse-7!'
let passwordHash: Promise<string> | undefined

export interface TestLocation {
  id: number
  name: string
  /** GLN at which the location receives shipments. */
  gln: string
  /** The location as the receiver in documents addressed to it. */
  party: SampleParty
}

export interface TestCustomer {
  t: TestDb
  customerId: number
  name: string
  main: TestLocation
  branch: TestLocation
  admin: TestUser
  /** Administers the main location and also works at the branch. */
  lead: TestUser
  /** Works at the main location. */
  staff: TestUser
  /** A second person who works at the main location, like `staff`. */
  colleague: TestUser
  /** Administers the branch and has no access to any other location. */
  elsewhere: TestUser
}

let count = 0

/** A text that no other file or run uses, for names that must be unique: at most 13 characters, so that it fits into a serial number (20). */
export function mark(): string {
  count += 1
  return `${(process.pid % 36 ** 3).toString(36)}${Date.now().toString(36).slice(-6)}x${count.toString(36)}`
}

/** Product and quantity of each active subscription. */
type Bought = readonly (readonly [product: string, quantity: number])[]

/** Limits so large that a test about something else never reaches them. */
const PLENTY: Bought = [
  ['enterprise', 100],
  ['nrac-monthly-subscription', 1],
]

/**
 * Creates a customer with two locations, each with a GLN, and five people with the password {@link PASSWORD}. The customer subscribes to everything
 * unless `subscriptions` lists less; with an empty list, it is in the grace period.
 */
export async function newCustomer(
  t: TestDb,
  { name = 'Corner Pharmacy', subscriptions = PLENTY }: { name?: string; subscriptions?: Bought } = {},
): Promise<TestCustomer> {
  passwordHash ??= hashPassword(PASSWORD)
  const hash = await passwordHash
  const id = mark()
  const person = (role: string, locations: NonNullable<NewUser['locations']>): NewUser => ({
    emailAddress: `${role}.${id}@mail.tst`,
    firstName: role[0]?.toUpperCase() + role.slice(1),
    lastName: 'Tester',
    passwordHash: hash,
    locations,
  })
  const people = {
    lead: person('lead', { Main: 'admin', Branch: 'member' }),
    staff: person('staff', { Main: 'member' }),
    colleague: person('colleague', { Main: 'member' }),
    elsewhere: person('elsewhere', { Branch: 'admin' }),
  }
  const parties = { Main: newParty(`${name}, Main`), Branch: newParty(`${name}, Branch`) }
  const made = await withSystem(t.deps.system, async (tx) => {
    const customer = await makeCustomer(tx, {
      name,
      admin: person('admin', { Main: 'admin', Branch: 'admin' }),
      locations: (['Main', 'Branch'] as const).map((location) => ({
        name: location,
        address: { line: `1 ${location} Street`, city: 'Louisville', stateCode: 'KY', zip: '40218' },
        glns: [{ gln: parties[location].location.gln, disposition: 'BOTH', isVerified: true }],
      })),
    })
    for (const one of Object.values(people)) await makeUser(tx, customer, one)
    const bought = subscriptions.map(([product, quantity]) => ({
      subscription: `${product}-${id}`,
      product,
      display: product,
      quantity,
      cents: 10_000,
    }))
    await insertSubscriptions(customer.tx, bought, t.clock.now())
    return customer
  })
  const logins = await t.query<{ role: string; userId: number; loginId: number; emailAddress: string }>(
    `select split_part(email_address, '.', 1) as role, user_id::int as "userId", id::int as "loginId", email_address as "emailAddress"
     from login where customer_id = $1`,
    [made.customerId],
  )
  const user = (role: string): TestUser => {
    const found = logins.find((login) => login.role === role)
    if (!found) throw new Error(`There is no ${role}.`)
    return found
  }
  const location = (which: 'Main' | 'Branch'): TestLocation => ({
    id: made.locationIds.get(which) ?? 0,
    name: which,
    gln: parties[which].location.gln,
    party: parties[which],
  })
  return {
    t,
    customerId: made.customerId,
    name,
    main: location('Main'),
    branch: location('Branch'),
    admin: user('admin'),
    lead: user('lead'),
    staff: user('staff'),
    colleague: user('colleague'),
    elsewhere: user('elsewhere'),
  }
}

/** Makes a trading partner with a GLN that no other test party has. Its owner and its location are the same place. */
export function newParty(name: string): SampleParty {
  count += 1
  const reference = String(100_000 + count)
  const digits = `039997${reference}`
  const place = {
    sgln: `urn:epc:id:sgln:039997.${reference}.0`,
    gln: digits + checkDigit(digits),
    name,
    street: '1 Main Street',
    city: 'Louisville',
    state: 'KY',
    postalCode: '40218',
  }
  return { owner: place, location: place }
}

export type DocumentChanges = Partial<DocumentOptions>

/** A clean document of three meds in one case on one pallet, addressed to the customer's main location. */
export function documentFor({ t, main }: TestCustomer, changes: DocumentChanges = {}): string {
  const id = mark()
  return [
    ...makeDocument({
      meds: 3,
      perCase: 12,
      casesPerPallet: 8,
      now: t.clock.now(),
      serialSeed: id,
      instanceIdentifier: `DOC-${id}`,
      purchaseOrder: `PO-${id}`,
      receiver: main.party,
      ...changes,
    }),
  ].join('')
}

export interface TestOrder {
  /** Id of both the document and the order. */
  id: number
  uploadId: number
  upload: UploadDetail
  text: string
  /** Serial numbers of the meds, in document order. */
  serials: string[]
}

/** Imports a generated document for the customer with the real code; throws if it produced no order. */
export async function addOrder(customer: TestCustomer, { by, ...changes }: DocumentChanges & { by?: TestUser } = {}): Promise<TestOrder> {
  const text = documentFor(customer, changes)
  const { t } = customer
  const upload = await importText(t, by ?? customer.admin, text)
  if (upload.documentId === null) throw new Error(`No order was created: ${outcomeWords(upload.outcome).sentence}`)
  const serials = await t.query<{ serial: string }>(
    `select m.serial_number as serial from document_med d join med m on m.customer_id = d.customer_id and m.id = d.med_id
     where d.document_id = $1 and not d.is_package order by d.line`,
    [upload.documentId],
  )
  return { id: upload.documentId, uploadId: upload.id, upload, text, serials: serials.map((row) => row.serial) }
}

/** Stores bytes, registers the upload as the REST adapter does, runs the queue and returns the outcome. */
export async function importText(
  t: TestDb,
  user: TestUser,
  text: string | Buffer,
  { filename = 'order.xml', contentType = 'application/xml' } = {},
): Promise<UploadDetail> {
  const uploadId = await register(t, user, text, { filename, contentType })
  await t.runJobs()
  return t.as(user).file.readOneUpload({ uploadId })
}

/** Registers an upload without reading it. */
export async function register(
  t: TestDb,
  user: TestUser,
  text: string | Buffer,
  { filename = 'order.xml', contentType = 'application/xml' } = {},
): Promise<number> {
  const { customer } = await t.as(user).user.readOneById()
  const stored = await t.deps.storage.put(customer.id, Readable.from([Buffer.from(text)]))
  const seal = sealUpload(t.deps.secrets, { customerId: customer.id, userId: user.userId }, 'order', stored.sha256)
  const outcome = await t.as(user).file.uploadOrder({ wait: false, filename, contentType, ...stored, seal })
  return outcome.uploadId
}
