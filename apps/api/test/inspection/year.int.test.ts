import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeDocument, SAMPLE_PRODUCTS } from '@seriatim/epcis'
import { ndcForms } from '@seriatim/gs1'
import { beforeAll, describe, expect, test } from 'vitest'
import { withSystem } from '../../src/db/system-tx.ts'
import { readLogFingerprint } from '../../src/domains/audit/audit-log.service.ts'
import { insertSubscriptions, makeCustomer } from '../../src/seed/new-customer.ts'
import { useTestDb } from '../fixtures.ts'
import type { TestUser } from '../harness.ts'
import { importText, mark, newParty } from '../make.ts'
import { readPackBytes, readPackTexts, rowsOf } from './read-pack.ts'

/**
 * Database for the test in this file, which packs a year of data from three locations and checks the pack as a reader would who has the pack but no
 * access to Seriatim.
 */
// This browser does not exist, so every page is stored as HTML, which a test can read, and not as PDF.
const t = useTestDb({ config: { browser: { executablePath: '/nowhere' } as never } })
const LOCATIONS = ['Main', 'Branch', 'Harbor'] as const
const PRODUCTS = SAMPLE_PRODUCTS.slice(0, 3)
const days = { from: '2025-11-01', to: '2026-10-31' }
const parties = LOCATIONS.map((name) => newParty(`Corner Pharmacy, ${name}`))

/** Number of packages of each product in a month's shipment to the location with the index `at`. */
const quantitiesOf = (month: number, at: number) => PRODUCTS.map((_, product) => 1 + ((month + at * 2 + product * 3) % 4))

let admin: TestUser
let customerId = 0
let packId = 0
const documents: string[] = []
/** Number of packages of each product that arrived, added up from the shipments. */
const arrived = PRODUCTS.map(() => 0)
/** Number of packages of each product that were received: fewer than in `arrived`, because the July shipments to Harbor stay unopened. */
const received = PRODUCTS.map(() => 0)

beforeAll(async () => {
  t.clock.set(new Date('2025-10-15T14:00:00Z'))
  const emailAddress = `ada.${mark()}@mail.tst`
  await withSystem(t.deps.system, async (tx) => {
    const made = await makeCustomer(tx, {
      name: 'Corner Pharmacy',
      admin: {
        emailAddress,
        firstName: 'Ada',
        lastName: 'Tester',
        locations: Object.fromEntries(LOCATIONS.map((name) => [name, 'admin'])),
      },
      locations: LOCATIONS.map((name, at) => ({
        name,
        address: { line: `1 ${name} Street`, city: 'Louisville', stateCode: 'KY', zip: '40218' },
        glns: [{ gln: parties[at]?.location.gln ?? '', disposition: 'BOTH', isVerified: true }],
      })),
    })
    customerId = made.customerId
    await insertSubscriptions(
      made.tx,
      [{ subscription: mark(), product: 'enterprise', display: 'enterprise', quantity: 10, cents: 1 }],
      t.clock.now(),
    )
  })
  const [login = { userId: 0, loginId: 0 }] = await t.query<{ userId: number; loginId: number }>(
    'select user_id::int as "userId", id::int as "loginId" from login where email_address = $1',
    [emailAddress],
  )
  admin = { ...login, emailAddress }
  for (let month = 0; month < 12; month += 1) await addMonth(month)
  for (const [product, how] of (['returned', 'destroyed'] as const).entries()) await dispose(product, how)
  const [, , third] = PRODUCTS
  await t.as(admin).med.createOne({ serialNumber: 'BYHAND1', ndc: third?.ndc ?? '', locationId: await findMain() })
  t.clock.set(new Date('2026-11-20T15:00:00Z'))
  const { id } = await t.as(admin).inspection.createOne({
    ...{ preset: 'fda', ...days, askedBy: 'FDA' },
    parts: [
      'regime',
      'partners',
      'receipts',
      'transactions',
      'exceptions',
      'holds',
      'incidents',
      'recalls',
      'agreements',
      'retention',
      'audit',
    ],
  })
  await t.runJobs()
  packId = id
})

async function findMain(): Promise<number> {
  const [main] = await t.query<{ id: number }>(`select id::int from location where customer_id = $1 and name = 'Main'`, [customerId])
  return main?.id ?? 0
}

/** Quarantines one received package of a product and disposes of it. */
async function dispose(product: number, how: 'returned' | 'destroyed'): Promise<void> {
  const [med] = await t.query<{ id: number }>(
    `select m.id::int from med m join document_med d on d.customer_id = m.customer_id and d.med_id = m.id
     join epcis_med_vocabulary v on v.customer_id = m.customer_id and v.id = m.epcis_med_vocabulary_id
     where m.customer_id = $1 and v.additional_trade_item_id = $2 and d.receipt_id is not null order by m.id limit 1`,
    [customerId, PRODUCTS[product]?.ndc],
  )
  const { holdId } = await t.as(admin).med.createOneHold({ target: { medId: med?.id ?? 0 }, reason: 'torn seal' })
  await t.as(admin).med.updateDisposedHold({ holdId, how, reason: 'handed over' })
}

/** Sends a shipment to each location; all but one are received. */
async function addMonth(month: number): Promise<void> {
  for (const [at, receiver] of parties.entries()) {
    t.clock.set(new Date(Date.UTC(2025, 10 + month, 5 + at, 15)))
    const quantities = quantitiesOf(month, at)
    const text = [
      ...makeDocument({
        ...{ meds: 3, perCase: 4, casesPerPallet: 8, products: PRODUCTS, quantities, receiver, now: t.clock.now() },
        ...{ serialSeed: `Y${month}L${at}`, instanceIdentifier: `YEAR-${month}-${at}`, purchaseOrder: `PO-${month}-${at}` },
      }),
    ].join('')
    const { documentId } = await importText(t, admin, text)
    if (documentId === null) throw new Error('No order was created.')
    documents.push(text)
    const isReceived = month !== 8 || at !== 2
    if (isReceived) await t.as(admin).order.updateReceiveAllByDocumentid({ documentId })
    for (const [product, amount] of quantities.entries()) {
      arrived[product] = (arrived[product] ?? 0) + amount
      if (isReceived) received[product] = (received[product] ?? 0) + amount
    }
  }
}

describe('a pack of one year at three locations', () => {
  test('contains all 36 shipments unchanged, and every received package', async () => {
    const pack = await readPackTexts(t, 'year', await readPackBytes(t, customerId, packId))
    expect(rowsOf(pack, '04-ti/orders.csv')).toHaveLength(36)
    const originals = [...pack].filter(([name]) => name.includes('/original/')).map(([, text]) => text)
    expect(originals.toSorted()).toEqual(documents.toSorted())
    const receipts = rowsOf(pack, '03-receipts.csv')
    expect(receipts).toHaveLength(received.reduce((sum, amount) => sum + amount))
    expect(Object.keys(Object.groupBy(receipts, (row) => row.Location ?? '')).sort()).toEqual([...LOCATIONS].sort())
  })

  test('contains a balance of three NDCs that equals one computed by hand, even if only one NDC has an opening count and only two have dispensed quantities', async () => {
    const ndcs = PRODUCTS.map(({ ndc }) => ndcForms(ndc)?.ndc11[0] ?? '')
    const report = { filename: 'rx.csv', sha256: 'a'.repeat(64), lines: 40, outside: 0, refused: 0, named: [] }
    const lines = [
      { ndc: ndcs[0] ?? '', opening: 4, dispensed: 9 },
      { ndc: ndcs[1] ?? '', opening: null, dispensed: 5 },
    ]
    const { id } = await t.as(admin).inspection.createOne({
      ...{ preset: 'pbm', ...days, to: '2026-11-30', askedBy: 'PBM', parts: ['balance'], ownFigures: { report, lines } },
    })
    await t.runJobs()
    const rows = rowsOf(await readPackTexts(t, 'balance', await readPackBytes(t, customerId, id)), '15-balance/balance.csv')
    const figures = ndcs.map((ndc) => {
      const row = rows.find(({ NDC }) => NDC === ndc)
      return [row?.Bought, row?.Received, row?.['Typed in'], row?.Returned, row?.Destroyed, row?.Dispensed, row?.['Expected closing']]
    })
    const [first = 0, second = 0, third = 0] = received
    expect(figures).toEqual(
      [
        [arrived[0], first, 0, 1, 0, 9, 4 + first - 1 - 9],
        [arrived[1], second, 0, 0, 1, 5, second - 1 - 5],
        [arrived[2], third, 1, 0, 0, 0, third + 1],
      ].map((cells) => cells.map(String)),
    )
  })

  test('is accepted by a standalone copy of the verifier, and refused after one byte is changed', async () => {
    const elsewhere = join(t.config.dataDir, 'elsewhere')
    await mkdir(elsewhere)
    await cp(join(import.meta.dirname, '../../../../packages/verify/src'), join(elsewhere, 'verify'), { recursive: true })
    await writeFile(join(elsewhere, 'package.json'), '{"type":"module"}')
    const path = join(elsewhere, 'pack.zip')
    await writeFile(path, await readPackBytes(t, customerId, packId))
    const run = () =>
      promisify(execFile)(process.execPath, ['verify/cli.js', 'pack.zip', '--key', readLogFingerprint(t.deps.secrets)], {
        cwd: elsewhere,
        env: { PATH: '/usr/bin:/bin' },
      }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
      )
    const good = await run()
    expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining('PROVEN: nothing in this pack was changed.') })
    expect(good.stdout).toContain('rows of the audit trail are in the signed log')
    const bytes = await readFile(path)
    const at = bytes.indexOf('03-receipts.csv') + 60
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    await writeFile(path, bytes)
    expect(await run()).toMatchObject({ code: 1, stdout: expect.stringContaining('03-receipts.csv was changed.') })
  })
})
