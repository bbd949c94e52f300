import type { ContactDetailFields, LicenseFields, PartnerAddressFields } from '@seriatim/schema'
import type { CustomerTx } from '../../../db/types.ts'
import {
  insertAccountRows,
  insertAddressRows,
  insertContactRows,
  insertDetailRows,
  insertGlnRows,
  insertLicenseRows,
  insertPartners,
  type NewContact,
  type NewPartner,
} from './partner-csv.queries.ts'

/** A new row that a write plan inserts, with its id; the id is 0 until the row is inserted. */
interface Numbered {
  id: number
}

/** One write to the database that a line of the CSV file requires. */
export type Write =
  | { kind: 'partner'; made: Numbered; values: NewPartner }
  | { kind: 'gln'; of: Numbered; globalLocationNumber: string }
  | { kind: 'address'; of: Numbered; address: PartnerAddressFields }
  | { kind: 'contact'; of: Numbered; made: Numbered; person: NewContact }
  | { kind: 'detail'; of: Numbered; detail: ContactDetailFields }
  | { kind: 'account'; of: Numbered; accountNumber: string }
  | { kind: 'license'; of: Numbered; made: Numbered; fields: LicenseFields }
  | { kind: 'change'; run: (tx: CustomerTx) => Promise<unknown> }

type Of<Kind extends Write['kind']> = Extract<Write, { kind: Kind }>

/**
 * Writes a plan. First inserts the new rows table by table, a thousand at once, and then runs the changes, because a change may affect a row that an
 * earlier line added.
 */
export async function writePlan(tx: CustomerTx, writes: readonly Write[]): Promise<void> {
  const all = Map.groupBy(writes, ({ kind }) => kind)
  // the key `kind` of `all` is the kind of each write in its list
  const of = <Kind extends Write['kind']>(kind: Kind) => (all.get(kind) ?? []) as Of<Kind>[]
  await number(of('partner'), (some) =>
    insertPartners(
      tx,
      some.map(({ values }) => values),
    ),
  )
  const gln = of('gln').map(({ of: { id }, globalLocationNumber }) => ({ tradingPartnerId: id, globalLocationNumber }))
  await insertGlnRows(tx, gln)
  const addresses = of('address').map(({ of: { id }, address }) => ({ ...address, tradingPartnerId: id }))
  await insertAddressRows(tx, addresses)
  await number(of('contact'), (some) =>
    insertContactRows(
      tx,
      some.map(({ of: { id }, person }) => ({ ...person, tradingPartnerId: id })),
    ),
  )
  const details = of('detail').map(({ of: { id }, detail }) => ({ ...detail, partnerContactId: id }))
  await insertDetailRows(tx, details)
  const accounts = of('account').map(({ of: { id }, accountNumber }) => ({ tradingPartnerId: id, accountNumber }))
  await insertAccountRows(tx, accounts)
  await number(of('license'), (some) =>
    insertLicenseRows(
      tx,
      some.map(({ of: { id }, fields }) => ({ ...fields, tradingPartnerId: id })),
    ),
  )
  for (const { run } of of('change')) await run(tx)
}

/** Inserts the rows and stores their new ids in them, because later rows may refer to them. */
async function number<One extends { made: Numbered }>(
  some: readonly One[],
  insert: (some: readonly One[]) => Promise<number[]>,
): Promise<void> {
  const ids = await insert(some)
  for (const [at, { made }] of some.entries()) made.id = ids[at] ?? 0
}
