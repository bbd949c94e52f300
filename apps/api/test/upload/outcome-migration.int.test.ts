import { readFile } from 'node:fs/promises'
import { outcome, outcomeWords } from '@seriatim/schema'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDb, type TestDb } from '../harness.ts'
import { documentFor, importText, newCustomer, newParty } from '../make.ts'

const MIGRATION = new URL('../../../../db/migrations/0080-upload-outcome.sql', import.meta.url)

let t: TestDb
beforeAll(async () => {
  t = await openTestDb()
})
afterAll(() => t.close())

/** As they were stored. */
const SENTENCES: readonly (readonly [status: string, message: string])[] = [
  ['processing', 'Waiting to be read.'],
  ['imported', 'Order made.'],
  ['duplicate', 'Sent before, nothing added.'],
  ['differs', 'Differs from an earlier document with the same identifier (A (2) B). Nothing of it counts until a location admin decides.'],
  ['exception', 'No order: not addressed to you.'],
  ['exception', 'No order: the document lists no serial numbers.'],
  ['exception', 'No order: the file is not well-formed XML.'],
  ['exception', 'No order: The element "a" ends as "b".'],
  ['refused', 'The file is empty. Only EPCIS XML files are accepted.'],
  ['refused', 'Only EPCIS XML files are accepted; this looks like a PDF.'],
  ['refused', 'Only EPCIS XML files are accepted; this looks like an EPCIS 2.0 JSON document: ask the sender for XML.'],
  ['refused', 'Only EPCIS XML files are accepted; this looks like something else.'],
  ['refused', 'Refused: The zip holds 2 files; it must hold exactly one XML file.'],
  ['refused', 'Refused: The file in the zip is encrypted. Send it without a password.'],
  ['refused', 'Refused: The file in the zip is not XML. Only EPCIS XML files are accepted.'],
  ['refused', 'Refused: The file in the zip is larger than 2 GB.'],
  ['refused', 'Refused: The zip file is damaged.'],
  ['refused', 'Refused: The document has more than 250,000 events. Ask the sender to split it.'],
  ['refused', 'Refused: The document has more than 8,000,000 mentions of serial numbers. Ask the sender to split it.'],
  ['refused', 'Refused: The document has more than what one order can need of parties and transactions. Ask the sender to split it.'],
  ['refused', 'Refused: The document needs more memory than one document may take. Ask the sender to split it.'],
  ['stopped', 'Stopped. Nothing was added.'],
  ['stopped', 'Ignored: it has the identifier of an earlier document and other contents.'],
  ['stopped', 'This file could not be read because of a fault of ours. Its bytes are kept and we have been told; you can try it again.'],
]

test('uploads of before, whose outcome is a sentence, say the same afterwards', async () => {
  const customer = await newCustomer(t)
  const foreign = await importText(t, customer.staff, documentFor(customer, { receiver: newParty('Somebody Else'), meds: 4 }))
  expect(foreign.findings).toBe(1)
  const [document] = await t.look<{ id: number }>('select document_id as id from document_exception where customer_id = $1', [
    customer.customerId,
  ])
  const before = [...SENTENCES, ['imported', 'Order made, 1 finding.'] as const]
  const client = new pg.Client({ connectionString: t.ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(
      `alter table upload drop column kind, drop column facts, add column message text not null default '', no force row level security`,
    )
    await client.query('alter table job_progress drop constraint job_progress__phase')
    await client.query('delete from upload')
    for (const [status, message] of before)
      await client.query(
        `insert into upload (customer_id, created_by_id, filename, content_type, size, sha256, status, message, created_at, document_id)
         values ($1, $2, 'a.xml', 'application/xml', 1, '', $3, $4, now(), $5)`,
        [customer.customerId, customer.staff.userId, status, message, message.endsWith(' 1 finding.') ? document?.id : null],
      )
    await client.query(await readFile(MIGRATION, 'utf8'))
    await client.query('alter table upload no force row level security')
    const { rows } = await client.query<{ status: string; kind: string; facts: unknown }>(
      'select status, kind, facts from upload order by id',
    )
    expect(rows.map(({ status, kind, facts }) => [status, outcomeWords(outcome.parse({ kind, facts })).sentence])).toEqual(before)
  } finally {
    await client.query('rollback')
    await client.end()
  }
})
