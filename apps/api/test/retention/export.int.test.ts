import { createHash } from 'node:crypto'
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '../../src/call/audit.ts'
import { createSecrets, type Secrets } from '../../src/core/secrets.ts'
import { filesInZip, openZip, unzip } from '../../src/core/zip.ts'
import { withBulk } from '../../src/db/bulk-tx.ts'
import { proveNewAuditRow, readLogKey } from '../../src/domains/audit/audit-log.service.ts'
import type { Exported } from '../../src/operate/retention/export.service.ts'
import { makeScope } from '../../src/operate/retention/plan.service.ts'
import { createPackWriter } from '../../src/pack/pack-writer.ts'
import { earlier } from '../earlier.ts'
import { useTestDb } from '../fixtures.ts'
import { newCustomer, type TestCustomer, type TestOrder } from '../make.ts'
import { makeRestClient } from '../rest/client.ts'
import { useRetentionKit } from './retention-kit.ts'

const t = useTestDb()
const kit = useRetentionKit(t)
let customer: TestCustomer
let orders: TestOrder[]
let made: Exported
beforeAll(async () => {
  customer = await kit.ago(8, () => newCustomer(t))
  const other = await kit.ago(8, () => newCustomer(t))
  orders = await kit.ago(7, async () => [await kit.addReceived(customer), await kit.addReceived(customer, { meds: 30 })])
  await kit.ago(7, () => kit.addReceived(other))
  const rest = makeRestClient(await t.app(), await t.signIn(customer.staff))
  const [med] = await t.query<{ id: number }>('select id::int from med where customer_id = $1 and serial_number = $2', [
    customer.customerId,
    orders[0]?.serials[0],
  ])
  await rest.post('/file/upload/medattachment', {
    ...{ id: 'slip', groupId: 'g', filename: 'slip.txt', fileCount: 1, currentPacket: 1, totalPackets: 1, medId: med?.id },
    packet: Buffer.from('packing slip').toString('base64'),
  })
  await t.query(`update med_attachment set created_at = ${earlier('created_at', '7 years')} where customer_id = $1`, [customer.customerId])
  made = await kit.exportAll(customer)
})

async function readParts(path: string): Promise<Map<string, Buffer>> {
  const parts = new Map<string, Buffer>()
  const zip = await openZip(path)
  for await (const entry of filesInZip(zip)) {
    const chunks: Buffer[] = []
    for await (const chunk of unzip(zip, entry, 1e9)) chunks.push(chunk)
    parts.set(entry.fileName, Buffer.concat(chunks))
  }
  zip.close()
  return parts
}

/**
 * Writes the export's contents as a new pack, complete and with a valid proof. `parts` and `head` may first change the contents, so that they differ
 * from what was exported.
 */
async function rewrite({ parts: change, head: changeHead, secrets = t.deps.secrets }: Rewrite): Promise<string> {
  const parts = await readParts(made.path)
  // the pack writer sets these fields itself
  const { files, prefix, format, version, ...head } = JSON.parse(parts.get('manifest.json')?.toString() ?? '')
  for (const name of ['verify.html', 'manifest.json', 'manifest.tlog-proof']) parts.delete(name)
  change?.(parts)
  changeHead?.(head)
  const path = join(kit.folder, 'rewritten.zip')
  const { db, pool } = t.deps
  const [now, customerId] = [t.clock.now(), head.customer.id]
  const pack = createPackWriter(path, now)
  for (const [name, bytes] of parts) await pack.add(name, Readable.from([bytes]))
  await pack.finish({ ...head, key: readLogKey(secrets, customerId) }, async (manifestSha256) => {
    const entry = { action: 'retention.export', subject: 'customer', subjectId: customerId, detail: { manifestSha256 } } as const
    const auditId = await withBulk(pool, makeScope(customerId), (tx) => audit(tx, { now, userId: null }, entry))
    return (await proveNewAuditRow({ db, secrets, clock: t.clock }, { customerId, auditId })).proof
  })
  return path
}
interface Rewrite {
  parts?: (parts: Map<string, Buffer>) => void
  head?: (head: { customer: { id: number; name: string }; selection: { years: number; cutoff: string }; preset: string }) => void
  secrets?: Secrets
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const lines = (bytes: Buffer | undefined) =>
  (bytes?.toString() ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('an export', () => {
  test('contains the original files byte by byte, every row of the orders, and all that is needed to read it without Seriatim', async () => {
    const parts = await readParts(made.path)
    expect((await stat(made.path)).mode & 0o777).toBe(0o600)
    expect(parts.get('README.txt')?.toString()).toContain('Any program that opens zip and text files can read it.')
    const files = [...parts].filter(([name]) => name.startsWith('files/'))
    expect(files.map(([, bytes]) => bytes.toString()).sort()).toEqual([...orders.map(({ text }) => text), 'packing slip'].sort())
    for (const [name, bytes] of files) expect(name).toContain(`files/${sha256(bytes)}.`)
    const manifest = JSON.parse(parts.get('manifest.json')?.toString() ?? '')
    expect(manifest).toMatchObject({
      ...{ preset: 'retention', selection: { years: 6 }, customer: { id: customer.customerId, name: 'Corner Pharmacy' } },
      counts: { orders: 2, meds: 33, files: 3 },
    })
    expect(manifest.files).toEqual(
      [...parts]
        .filter(([name]) => !name.startsWith('manifest'))
        .map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: sha256(bytes) })),
    )
    for (const table of [
      'order',
      'med',
      'document_med',
      'receipt',
      'epcis_event',
      'stock_lot',
      'upload',
      'epcis_document',
      'med_attachment',
    ]) {
      const rows = lines(parts.get(`rows/${table}/000001.ndjson`)).map(({ row }) => row)
      const [{ rows: stored } = { rows: [] }] = await t.query<{ rows: unknown[] }>(
        `select json_agg(row_to_json(x)) as rows from "${table}" x where customer_id = $1`,
        [customer.customerId],
      )
      const sorted = (all: unknown[]) => all.map((row) => JSON.stringify(row)).sort()
      expect(sorted(rows), table).toEqual(sorted(stored))
      expect(manifest.counts[`rows.${table}`]).toBe(stored.length)
    }
    const listed = lines(parts.get('orders/000001.ndjson'))
    expect(listed.map(({ orders: [one] }) => one.id)).toEqual(orders.map(({ id }) => id))
    expect(listed[0].files.map(({ filename }: { filename: string }) => filename).sort()).toEqual(['order.xml', 'slip.txt'])
    expect(lines(parts.get('names/person/000001.ndjson')).map(({ first_name }) => first_name)).toContain('Staff')
    expect(lines(parts.get('names/product/000001.ndjson')).length).toBeGreaterThan(0)
  })

  test('changes nothing except the audit trail, which records the export', async () => {
    const { items } = await t.as(customer.admin).audit.readManyBySearch({ kind: 'customer' })
    expect(items).toMatchObject([
      { what: 'Old orders exported', by: null, facts: expect.arrayContaining([{ label: 'Orders', value: '2' }]) },
    ])
    expect(await t.query('select from "order" where customer_id = $1', [customer.customerId])).toHaveLength(2)
  })

  test('contains no data of another customer', async () => {
    for (const [name, bytes] of await readParts(made.path))
      if (name.startsWith('rows/')) for (const { row } of lines(bytes)) expect(row.customer_id).toBe(customer.customerId)
  })

  test('leaves out an order whose file no longer has the bytes that were stored', async () => {
    const spoiled = await kit.ago(8, () => newCustomer(t))
    const order = await kit.ago(7, () => kit.addReceived(spoiled))
    const storage = { ...t.deps.storage, get: async () => Readable.from([Buffer.from('<other/>')]) }
    const { counts, lost, path } = await kit.exportAll(spoiled, { storage })
    expect([counts.orders, [...lost.keys()]]).toEqual([0, [order.id]])
    expect((await kit.verify(path)).manifest).toMatchObject({
      gaps: [{ part: 'orders', text: expect.stringContaining(`Order ${order.id} is left out: its file`) }],
    })
    expect(await kit.remove(path)).toMatchObject({ orders: 0, skipped: [] })
  })

  test('leaves out an order whose file is missing from storage', async () => {
    const lossy = await kit.ago(8, () => newCustomer(t))
    const [whole, broken] = await kit.ago(7, async () => [await kit.addReceived(lossy), await kit.addReceived(lossy)] as const)
    const [stored] = await t.query<{ sha256: string }>('select sha256 from upload where id = $1', [broken.uploadId])
    await t.deps.storage.delete(lossy.customerId, stored?.sha256 ?? '')
    const { path, counts, lost } = await kit.exportAll(lossy)
    expect(counts.orders).toBe(1)
    expect([...lost]).toEqual([[broken.id, { kind: 'lost', sha256: stored?.sha256 }]])
    await kit.remove(path)
    expect(await t.query('select id::int from "order" where customer_id = $1', [lossy.customerId])).toEqual([{ id: broken.id }])
    expect(whole.id).not.toBe(broken.id)
  })
})

test('an export with row files above the size limit can be read back, because the limit applies only to files read into memory', async () => {
  const sizes = [...(await readParts(made.path))].map(([name, bytes]) => ({ name, bytes: bytes.length }))
  const most = (names: RegExp) => Math.max(...sizes.filter(({ name }) => names.test(name)).map(({ bytes }) => bytes))
  const held = most(/^(orders\/|manifest\.json)/)
  expect(most(/^rows\//)).toBeGreaterThan(held)
  expect(await kit.verify(made.path, { mostText: held })).toMatchObject({ manifest: { counts: { orders: 2 } } })
  await expect(kit.verify(made.path, { mostText: held - 1 })).rejects.toThrow('it cannot be unpacked')
})

describe('a copied export', () => {
  const refuse = async (path: string, what: string) => {
    await expect(kit.remove(path)).rejects.toThrow(what)
    expect(await t.query('select from "order" where customer_id = $1', [customer.customerId])).toHaveLength(2)
  }

  test('cannot be used to remove the exported orders if it was truncated or has a changed byte', async () => {
    const bytes = await readFile(made.path)
    const path = join(kit.folder, 'spoiled.zip')
    await writeFile(path, bytes.subarray(0, bytes.length - 100))
    await refuse(path, 'This is not a complete pack: its end is missing, or it was changed.')
    // Changes a byte in the contents of an order's file in the zip. A change in the file's header would go unnoticed: the header repeats fields of
    // the zip's directory, and these copies are never read.
    const at = bytes.indexOf('.xml') + 200
    await writeFile(path, Buffer.concat([bytes.subarray(0, at), Buffer.from([(bytes[at] ?? 0) ^ 0xff]), bytes.subarray(at + 1)]))
    await refuse(path, 'is not what was exported')
    await refuse(join(kit.folder, 'nothing.zip'), 'Give the zip file that --export wrote.')
  })

  test.each<[string, Rewrite, string]>([
    ['without one of its parts', { parts: (parts) => parts.delete('rows/med/000001.ndjson') }, 'are not those that were exported'],
    [
      'without one of its files',
      { parts: (parts) => parts.delete([...parts.keys()].find((name) => name.endsWith('.txt') && name.startsWith('files/')) ?? '') },
      'the file slip.txt',
    ],
    [
      'with different content in a file',
      { parts: (parts) => parts.set([...parts.keys()].find((name) => name.endsWith('.xml')) ?? '', Buffer.from('<x/>')) },
      'the file order.xml',
    ],
    [
      'with a changed row',
      {
        parts: (parts) =>
          parts.set(
            'rows/med/000001.ndjson',
            Buffer.from((parts.get('rows/med/000001.ndjson')?.toString() ?? '').replace('"serial_number":"', '"serial_number":"9')),
          ),
      },
      'are not those that were exported',
    ],
    [
      'with an additional part',
      { parts: (parts) => parts.set('rows/login/000001.ndjson', Buffer.from('{"group":1,"row":{}}\n')) },
      'does not belong to an exported table',
    ],
    ['with an unknown file', { parts: (parts) => parts.set('run.sh', Buffer.from('')) }, 'run.sh does not belong in this export'],
    [
      'with fewer orders than its manifest says',
      {
        parts: (parts) => {
          const part = 'orders/000001.ndjson'
          parts.set(part, Buffer.from(`${parts.get(part)?.toString().split('\n')[0]}\n`))
        },
      },
      'is not what was exported',
    ],
    [
      'that is too recent',
      { head: (head) => Object.assign(head.selection, { cutoff: head.selection.cutoff.replace(/^\d{4}/, '2026') }) },
      'may contain orders that are less than 6 years old',
    ],
    [
      'whose retention period is shorter than the law requires',
      { head: (head) => Object.assign(head.selection, { years: 1 }) },
      'may contain orders that are less than 6 years old',
    ],
    [
      'of a customer with another name',
      { head: (head) => Object.assign(head.customer, { name: 'Park Pharmacy' }) },
      'this database has no customer with that number and name',
    ],
    ['that is another kind of pack', { head: (head) => Object.assign(head, { preset: 'fda' }) }, 'it is another kind of pack'],
    ['signed by another installation', { secrets: createSecrets('the secret key of another installation') }, 'a different key'],
  ])('prevents the removal of the data in this case: %s', async (_, change, what) => {
    await refuse(await rewrite(change), what)
  })

  test('causes no removal if its customer id was changed, even if the customer’s name is the same', async () => {
    const other = await kit.ago(8, () => newCustomer(t))
    await kit.ago(7, () => kit.addReceived(other))
    const path = await rewrite({ head: (head) => Object.assign(head.customer, { id: other.customerId }) })
    expect(await kit.remove(path)).toMatchObject({ orders: 0, rows: 0, files: 0 })
    for (const [{ customerId }, amount] of [
      [customer, 2],
      [other, 1],
    ] as const)
      expect(await t.query('select from "order" where customer_id = $1', [customerId])).toHaveLength(amount)
  })

  test('passes verification if it is intact', async () => {
    const path = join(kit.folder, 'copy.zip')
    await copyFile(made.path, path)
    expect((await kit.verify(path)).sha256).toBe(sha256(await readFile(made.path)))
  })
})
