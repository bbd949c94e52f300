import { beforeAll, expect, test } from 'vitest'
import { codeFor } from './auth/steps.ts'
import { countStatements, countWarmStatements } from './count-statements.ts'
import { useTestDb } from './fixtures.ts'
import { addOrder, newCustomer, newParty, PASSWORD, type TestCustomer } from './make.ts'

const t = useTestDb()
let customer: TestCustomer
beforeAll(async () => {
  customer = await newCustomer(t)
})

/**
 * Makes a function for each way to receive: by scan, by container, by product, and all at once. The orders come from a partner on file with a
 * license, which is the usual case.
 */
async function makeReceipts(): Promise<Record<string, () => Promise<{ received: number }>>> {
  const sender = newParty('Northway Wholesale')
  const partners = t.as(customer.admin).tradingPartner
  const { id } = await partners.createOne({
    customerLocationId: null,
    name: 'Northway Wholesale',
    type: 'upstream',
    globalLocationNumbers: [sender.owner.gln],
  })
  await partners.createOneLicense({ tradingPartnerId: id, kind: 'wholesaler', number: '1', validFrom: '2025-01-01', validTo: null })
  const scanned = await addOrder(customer, { meds: 12, sender })
  const cases = await addOrder(customer, { meds: 8, perCase: 2, casesPerPallet: 2, sender })
  const whole = [await addOrder(customer, { meds: 8, sender }), await addOrder(customer, { meds: 8, sender })]
  const products = [await addOrder(customer, { meds: 8, sender }), await addOrder(customer, { meds: 8, sender })]
  const units = await t.query<{ sscc: string }>('select sscc from document_med where document_id = $1 and sscc is not null', [cases.id])
  const [product] = await t.query<{ id: number }>(
    'select epcis_med_vocabulary_id::int as id from document_med where document_id = $1 and not is_package limit 1',
    [scanned.id],
  )
  const orders = t.as(customer.staff).order
  const labels = await t.query<{ serialNumber: string; lotNumber: string; expirationDate: string }>(
    `select m.serial_number as "serialNumber", d.lot_number as "lotNumber", to_char(d.expiration_date, 'YYYY-MM-DD') as "expirationDate"
     from document_med d join med m on m.id = d.med_id where d.document_id = $1 and not d.is_package`,
    [scanned.id],
  )
  const scan = () => {
    const label = labels.pop()
    return orders.updateReceiveManyBySerialnumber({ documentId: scanned.id, how: 'scan', ...label })
  }
  return {
    'receive by scan': scan,
    'receive by container': () =>
      orders.updateReceiveManyByShippingContainerCode({ documentId: cases.id, shippingContainerCode: units.pop()?.sscc ?? '' }),
    'receive by product': () =>
      orders.updateReceiveManyByEpcismedvocabularyid({
        documentId: products.pop()?.id ?? 0,
        epcisMedVocabularyId: product?.id ?? 0,
      }),
    'receive all': () => orders.updateReceiveAllByDocumentid({ documentId: whole.pop()?.id ?? 0 }),
  }
}

/** Counts the statements of both sign-in steps, for a user who has signed in before. */
async function countSignIn(): Promise<[step: string, statements: number][]> {
  const { staff } = customer
  const signIn = async () => {
    const visitor = t.visitor()
    t.clock.advance(60_000)
    const password = await countStatements(() => visitor.call.auth.createOneToken({ emailAddress: staff.emailAddress, password: PASSWORD }))
    const totp = await codeFor(t, staff)
    return { password, code: await countStatements(() => visitor.call.auth.updateOneTotp({ totp })) }
  }
  await signIn()
  const { password, code } = await signIn()
  return [
    ['sign in, password', password],
    ['sign in, code', code],
  ]
}

/** Compares the counts with changes.tsv, as the test of queries compares its counts with statements.tsv; a run with `-u` records new counts. */
test('each everyday change sends exactly as many SQL statements as changes.tsv lists for it', async () => {
  const counted: [string, number][] = []
  for (const [name, receive] of Object.entries(await makeReceipts())) {
    const run = async () => expect((await receive()).received, name).toBeGreaterThan(0)
    counted.push([name, await countWarmStatements(t, run)])
  }
  counted.push(...(await countSignIn()))
  await expect(counted.map((line) => `${line.join('\t')}\n`).join('')).toMatchFileSnapshot('changes.tsv')
})
