import { deflateRawSync } from 'node:zlib'
import { outcomeWords } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import yazl from 'yazl'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText } from '../make.ts'

const t = useTestDb()
const customer = useCustomer(t)

const entities = (levels: number) =>
  Array.from({ length: levels }, (_, at) => `<!ENTITY e${at} "${at === 0 ? 'ha' : `&e${at - 1};`.repeat(10)}">`).join('')
const withDoctype = (doctype: string, text: string) =>
  documentFor(customer)
    .replace(/(<\?xml[^>]*\?>)/, `$1<!DOCTYPE x [${doctype}]>`)
    .replace(/(<sbdh:Type>)[^<]*/, `$1${text}`)

function makeZip(entries: readonly [name: string, bytes: Buffer][]): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, bytes] of entries) zip.addBuffer(bytes, name)
  zip.end()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    zip.outputStream
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject)
  })
}

/** Makes a zip of a document and lets `change` forge its bytes, such as the stated size or the file name. */
async function forgedZip(change: (zip: Buffer) => void): Promise<Buffer> {
  const zip = await makeZip([['order.xml', Buffer.from(documentFor(customer))]])
  change(zip)
  return zip
}

const files: readonly (readonly [what: string, make: () => string | Buffer | Promise<Buffer>])[] = [
  ['a billion laughs', () => withDoctype(entities(10), '&e9;')],
  ['an entity that reads a file', () => withDoctype('<!ENTITY f SYSTEM "file:///etc/passwd">', '&f;')],
  ['an entity from another server', () => withDoctype('<!ENTITY % f SYSTEM "http://127.0.0.1:9/x">%f;', 'x')],
  ['a hundred thousand nested elements', () => `<?xml version="1.0"?>${'<a>'.repeat(100_000)}`],
  ['invalid UTF-8', () => Buffer.concat([Buffer.from(documentFor(customer)), Buffer.from([0xff, 0xfe, 0xfd])])],
  ['a truncated document', () => documentFor(customer).slice(0, -400)],
  ['a NUL in the middle', () => documentFor(customer).replace('<EventList>', '<EventList>\0')],
  ['UTF-16 declared as UTF-8', () => Buffer.from(`\ufeff${documentFor(customer)}`, 'utf16le')],
  ['two concatenated documents', () => documentFor(customer) + documentFor(customer)],
  [
    'a zip of a document and another zip',
    async () =>
      makeZip([
        ['a.xml', Buffer.from(documentFor(customer))],
        ['b.zip', await makeZip([['b.xml', Buffer.from(documentFor(customer))]])],
      ]),
  ],
  ['a zip in a zip', async () => makeZip([['a.zip', await makeZip([['a.xml', Buffer.from(documentFor(customer))]])]])],
  ['a zip of zeros', () => makeZip([['zeros.xml', Buffer.alloc(30_000_000)]])],
  ['a zip with a truncated directory', () => forgedZip((zip) => zip.fill(0, zip.length - 30))],
  ['a zip with changed bytes', () => forgedZip((zip) => zip.fill(0x55, 60, 90))],
  ['data that inflates to more than it declares', () => deflateRawSync(Buffer.alloc(1_000_000))],
]

describe('hostile files', () => {
  test.each(files)(
    'create no order and do not keep the next file from being read: %s',
    async (_, make) => {
      const upload = await importText(t, customer.staff, await make())
      expect(['exception', 'refused', 'stopped']).toContain(upload.status)
      expect(outcomeWords(upload.outcome).sentence).not.toMatch(/root:|node_modules|\/work|at .*\.ts/)
      expect(await t.query('select from "order" where customer_id = $1', [customer.customerId])).toEqual([])
      await addOrder(customer)
    },
    120_000,
  )

  test('with a NUL do not break the job that reads them for their ticket', async () => {
    await importText(t, customer.staff, documentFor(customer).replace('<EventList>', '<EventList>\0'))
    await t.runJobs()
    const calls = t.as(customer.staff).documentException
    const [ticket] = (await calls.readManyByFilters({})).items
    expect(await t.query('select from document_exception where id = $1 and read_at is not null', [ticket?.id])).toHaveLength(1)
    expect(await t.query("select from graphile_worker.jobs where last_error is not null and task_identifier = 'exception.read'")).toEqual(
      [],
    )
  })

  test('cannot write outside the folder through the path of a zip entry', async () => {
    const zip = await forgedZip((bytes) => {
      for (let at = bytes.indexOf('order.xml'); at !== -1; at = bytes.indexOf('order.xml', at + 1)) bytes.write('../../etc', at, 'latin1')
    })
    expect(['imported', 'refused']).toContain((await importText(t, customer.staff, zip)).status)
  })
})
