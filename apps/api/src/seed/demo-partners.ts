import { checkDigit } from '@seriatim/gs1'
import type { LicenseKind, PartnerBusiness, PartnerType } from '@seriatim/schema'
import { DAY_MS, toDay } from '../core/day.ts'
import { enterCustomer } from '../db/customer-tx.ts'
import { type SystemDb, withSystem } from '../db/system-tx.ts'
import type { CustomerTx } from '../db/types.ts'
import { DEMO_SIGN_INS } from './demo.ts'

interface DemoPartner {
  name: string
  type: PartnerType
  business: PartnerBusiness
  /** GLNs without their check digit. */
  glns: readonly string[]
  address: { addressLineOne: string; city: string; stateCode: string; postalCode: string }
  contact?: { firstName: string; lastName: string; title: string; phone: string; email: string }
  accountNumber?: string
  /** `days`: days from today to the last valid day; omitted: no end date. */
  licenses: readonly { kind: LicenseKind; number: string; stateCode?: string; issuingBody: string; days?: number }[]
}

/**
 * Three partners: one sends the sample files and has a license that expires soon, one has a license without an end date, and one has an expired
 * license.
 */
const DEMO_PARTNERS: readonly DemoPartner[] = [
  {
    name: 'Northway Wholesale',
    type: 'upstream',
    business: 'wholesaler',
    glns: ['038888100000', '038888100017'],
    address: { addressLineOne: '1180 Dock Street', city: 'Newark', stateCode: 'NJ', postalCode: '07114' },
    contact: {
      firstName: 'Marta',
      lastName: 'Lind',
      title: 'Traceability',
      phone: '(201) 555-0118',
      email: 'traceability@northway.example',
    },
    accountNumber: 'PAP-204418',
    licenses: [
      { kind: 'wholesaler', number: '031-04418', stateCode: 'NY', issuingBody: 'NY Board of Pharmacy', days: 40 },
      { kind: 'wholesaler', number: 'WDD-118204', issuingBody: 'FDA annual report', days: 300 },
    ],
  },
  {
    name: 'Lakeview Generics',
    type: 'upstream',
    business: 'manufacturer',
    glns: ['038888200007'],
    address: { addressLineOne: '44 Lakeview Drive', city: 'Albany', stateCode: 'NY', postalCode: '12207' },
    licenses: [{ kind: 'FDA establishment', number: 'FEI 3004417720', issuingBody: 'FDA registration' }],
  },
  {
    name: 'Hudson Specialty Supply',
    type: 'both',
    business: 'wholesaler',
    glns: ['038888300004'],
    address: { addressLineOne: '9 Harbor Road', city: 'Yonkers', stateCode: 'NY', postalCode: '10701' },
    contact: { firstName: 'Ravi', lastName: 'Osei', title: 'Account manager', phone: '(914) 555-0177', email: 'orders@hudson.example' },
    licenses: [{ kind: 'wholesaler', number: '031-02207', stateCode: 'NY', issuingBody: 'NY Board of Pharmacy', days: -25 }],
  },
]

/** Creates demo partners, once. */
export async function seedDemoPartners(system: SystemDb, now: Date): Promise<void> {
  await withSystem(system, async (tx) => {
    const [emailAddress] = DEMO_SIGN_INS
    const login = await tx.selectFrom('login').select(['customerId', 'userId']).where('emailAddress', '=', emailAddress).executeTakeFirst()
    if (!login) return
    const scoped = await enterCustomer(tx, { ...login, scope: 'all', locationIds: [] })
    if (await scoped.selectFrom('tradingPartner').select('id').executeTakeFirst()) return
    const states = await scoped.selectFrom('state').select(['id', 'code']).execute()
    const stateIds = new Map(states.map(({ id, code }) => [code, id]))
    const place = await scoped.selectFrom('location').select('timeZone').orderBy('id').limit(1).executeTakeFirst()
    const today = toDay(now, place?.timeZone ?? 'UTC')
    for (const partner of DEMO_PARTNERS) await insertPartner(scoped, partner, { now, today, userId: login.userId, stateIds })
  })
}

interface Making {
  now: Date
  /** Today in the customer's time zone; the expiration dates of licenses are relative to it. */
  today: string
  userId: number
  stateIds: ReadonlyMap<string, number>
}

const dayAt = (today: string, days: number) => new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10)

async function insertPartner(tx: CustomerTx, partner: DemoPartner, { now, today, userId, stateIds }: Making): Promise<void> {
  const { name, type, business, glns, contact, accountNumber } = partner
  const { id: tradingPartnerId } = await tx
    .insertInto('tradingPartner')
    .values({ name, type, business, createdAt: now, createdById: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const digits of glns)
    await tx
      .insertInto('partnerGln')
      .values({ tradingPartnerId, globalLocationNumber: digits + checkDigit(digits) })
      .execute()
  const { stateCode, ...address } = partner.address
  const addressType = 'physical' as const
  await tx
    .insertInto('partnerAddress')
    .values({ ...address, stateId: stateIds.get(stateCode) ?? null, addressType, tradingPartnerId })
    .execute()
  if (contact) {
    const { phone, email, ...person } = contact
    const { id: partnerContactId } = await tx
      .insertInto('partnerContact')
      .values({ ...person, tradingPartnerId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('partnerContactDetail')
      .values([
        { partnerContactId, contactType: 'phone', contactDetail: phone },
        { partnerContactId, contactType: 'email', contactDetail: email },
      ])
      .execute()
  }
  if (accountNumber) await tx.insertInto('partnerAccountNumber').values({ tradingPartnerId, accountNumber }).execute()
  for (const { stateCode: code, days, ...license } of partner.licenses)
    await tx
      .insertInto('partnerLicense')
      .values({
        ...license,
        tradingPartnerId,
        stateId: code === undefined ? null : (stateIds.get(code) ?? null),
        validFrom: dayAt(today, (days ?? 0) - 730),
        validTo: days === undefined ? null : dayAt(today, days),
        checkedOn: dayAt(today, -78),
        checkedWhere: code === undefined ? 'FDA database' : 'State register',
        nextCheck: dayAt(today, 15),
      })
      .execute()
}
