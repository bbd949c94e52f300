import { listReferences } from '@seriatim/db/references'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useTestDb } from './fixtures.ts'
import { addOrder, newCustomer, type TestCustomer } from './make.ts'

const t = useTestDb({ poolSize: 3 })
let one: TestCustomer
let other: TestCustomer
const open: pg.PoolClient[] = []
beforeAll(async () => {
  one = await newCustomer(t)
  other = await newCustomer(t)
  await addOrder(one)
  await addOrder(other)
})
afterAll(() => {
  for (const client of open) client.release(true)
})

/** Opens a connection of the app and begins a transaction of this customer on it. */
async function begin(
  { customerId, admin, main }: TestCustomer,
  { scope = 'all', isolation = 'read committed' } = {},
): Promise<pg.PoolClient> {
  const client = await t.deps.pool.connect()
  open.push(client)
  await client.query(`begin isolation level ${isolation}`)
  await client.query('select set_scope($1, $2, $3, $4)', [customerId, admin.userId, scope, scope === 'all' ? [] : [main.id]])
  return client
}

async function end(client: pg.PoolClient, how: 'commit' | 'rollback'): Promise<void> {
  await client.query(how)
  open.splice(open.indexOf(client), 1)
  client.release()
}

/** Runs a statement, rolls it back, and returns the code and the constraint of the error with which it was refused, or `accepted`. */
async function refused(customer: TestCustomer, text: string, values: unknown[] = []): Promise<string> {
  const client = await begin(customer)
  const answer = await client.query(text, values).then(
    () => 'accepted',
    ({ code, constraint }: pg.DatabaseError) => `${code} ${constraint}`,
  )
  await end(client, 'rollback')
  return answer
}

const NOBODY = 987_654_321
const INSERT_MEDS = `insert into med (location_id, gtin, serial_number, epcis_med_vocabulary_id, receipt_id, is_epcis_generated, created_at, dated_at)
  select l, '00312345678906', concat('REF', l, v), v, r, true, now(), now() from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as row (l, v, r)`
const INSERT_LINES = `insert into document_med (document_id, line, last_line, location_id, med_id, receipt_id, is_package, is_shipped, meds, children)
  select d, 900000 + row_number() over (), 900000, $4, m, r, false, true, 1, 0 from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as row (d, m, r)`

async function findIds({ customerId }: TestCustomer): Promise<{ document: number; med: number; product: number }> {
  const [row] = await t.query<{ document: number; med: number; product: number }>(
    `select d.document_id::int as document, d.med_id::int as med, m.epcis_med_vocabulary_id::int as product
     from document_med d join med m on m.customer_id = d.customer_id and m.id = d.med_id where d.customer_id = $1 limit 1`,
    [customerId],
  )
  if (!row) throw new Error('The customer has no order.')
  return row
}

describe('a reference checked once per statement', () => {
  test('covers six columns of the large tables med and document_med', async () => {
    const client = new pg.Client({ connectionString: t.ownerUrl })
    await client.connect()
    const references = await listReferences(client)
    await client.end()
    expect(references.map(({ name, column, parent }) => `${name}: ${column} of ${parent}`)).toEqual([
      'document_med__med: med_id of med',
      'document_med__order: document_id of order',
      'document_med__receipt: receipt_id of receipt',
      'med__location: location_id of location',
      'med__receipt: receipt_id of receipt',
      'med__vocabulary: epcis_med_vocabulary_id of epcis_med_vocabulary',
    ])
  })

  test('refuses every row of a statement in which one row has no parent', async () => {
    const here = one.main.id
    const { product, document, med } = await findIds(one)
    expect(
      await refused(one, INSERT_MEDS, [
        [here, here],
        [product, null],
        [null, null],
      ]),
    ).toBe('accepted')
    expect(
      await refused(one, INSERT_MEDS, [
        [here, NOBODY],
        [product, product],
        [null, null],
      ]),
    ).toBe('23503 med__location')
    expect(
      await refused(one, INSERT_MEDS, [
        [here, here],
        [product, NOBODY],
        [null, null],
      ]),
    ).toBe('23503 med__vocabulary')
    expect(
      await refused(one, INSERT_MEDS, [
        [here, here],
        [product, null],
        [null, NOBODY],
      ]),
    ).toBe('23503 med__receipt')
    expect(await refused(one, INSERT_LINES, [[document, document], [med, null], [null, null], here])).toBe('accepted')
    expect(await refused(one, INSERT_LINES, [[document, NOBODY], [med, med], [null, null], here])).toBe('23503 document_med__order')
    expect(await refused(one, INSERT_LINES, [[document, document], [med, NOBODY], [null, null], here])).toBe('23503 document_med__med')
    expect(await refused(one, INSERT_LINES, [[document, document], [med, med], [null, NOBODY], here])).toBe('23503 document_med__receipt')
  })

  test('refuses a parent row that belongs to another customer', async () => {
    const theirs = await findIds(other)
    const { product, document } = await findIds(one)
    expect(await refused(one, INSERT_MEDS, [[other.main.id], [product], [null]])).toMatch(/^(42501|23503 med__location)/)
    expect(await refused(one, INSERT_MEDS, [[one.main.id], [theirs.product], [null]])).toBe('23503 med__vocabulary')
    expect(await refused(one, INSERT_LINES, [[document], [theirs.med], [null], one.main.id])).toBe('23503 document_med__med')
    expect(await refused(one, INSERT_LINES, [[theirs.document], [null], [null], one.main.id])).toBe('23503 document_med__order')
  })

  test('refuses a change that makes a row refer to a nonexistent parent, and allows other changes', async () => {
    const { med } = await findIds(one)
    expect(await refused(one, 'update med set receipt_id = $2 where id = $1', [med, NOBODY])).toBe('23503 med__receipt')
    expect(await refused(one, 'update med set epcis_med_vocabulary_id = $2 where id = $1', [med, NOBODY])).toBe('23503 med__vocabulary')
    expect(await refused(one, 'update document_med set med_id = $2 where med_id = $1', [med, NOBODY])).toBe('23503 document_med__med')
    expect(await refused(one, 'update document_med set receipt_id = $2 where med_id = $1', [med, NOBODY])).toBe(
      '23503 document_med__receipt',
    )
    expect(await refused(one, `update med set lot_number = 'NEW', receipt_id = null where id = $1`, [med])).toBe('accepted')
  })

  test('protects a referenced parent from deletion, renumbering and truncation', async () => {
    const { med, product, document } = await findIds(one)
    await t.query('delete from hold_med')
    expect(await refused(one, 'delete from med where id = $1', [med])).toBe('23503 document_med__med')
    expect(await refused(one, 'delete from epcis_med_vocabulary where id = $1', [product])).toBe('23503 med__vocabulary')
    expect(await refused(one, 'update epcis_med_vocabulary set id = default where id = $1', [product])).toBe('23503 med__vocabulary')
    expect(await refused(one, 'delete from epcis_med_vocabulary where id = $1', [NOBODY])).toBe('accepted')
    expect(await refused(one, 'update "order" set id = id where id = $1', [document])).toMatch(/^(accepted|428C9)/)
    await expect(t.query('truncate epcis_med_vocabulary')).rejects.toMatchObject({ code: '23503', constraint: 'med__vocabulary' })
  })

  test('prevents a role from deleting a parent row even if the role cannot see all rows that reference it', async () => {
    const { product } = await findIds(one)
    const client = await begin(one, { scope: 'some' })
    await client.query('select set_scope($1, $2, $3, $4)', [one.customerId, one.admin.userId, 'some', [NOBODY]])
    expect((await client.query('select from med limit 1')).rowCount).toBe(0)
    await expect(client.query('delete from epcis_med_vocabulary where id = $1', [product])).rejects.toMatchObject({
      code: '23503',
      constraint: 'med__vocabulary',
    })
    await end(client, 'rollback')
  })

  test('refuses a deletion if the transaction’s isolation level would hide the newest references from the check', async () => {
    const client = await begin(one, { isolation: 'repeatable read' })
    await expect(client.query('delete from epcis_med_vocabulary where id = $1', [NOBODY])).rejects.toMatchObject({ code: '0A000' })
    await end(client, 'rollback')
  })
})

describe('concurrent changes of a reference', () => {
  /** Waits until the statement blocks on the other transaction. */
  async function waiting(client: pg.PoolClient & { processID?: number }): Promise<void> {
    for (;;) {
      const [row] = await t.query<{ waits: boolean }>('select cardinality(pg_blocking_pids($1)) > 0 as waits', [client.processID])
      if (row?.waits) return
    }
  }

  const newProduct = async (): Promise<number> => {
    const client = await begin(one)
    const { rows } = await client.query<{ id: number }>(
      `insert into epcis_med_vocabulary (content_hash) values (md5(random()::text)) returning id::int as id`,
    )
    await end(client, 'commit')
    const [row] = rows
    if (!row) throw new Error('No product was made.')
    return row.id
  }

  test('make the delete of a parent wait for a new reference to it, and then refuse the delete', async () => {
    const product = await newProduct()
    const [naming, deleting] = [await begin(one), await begin(one)]
    await naming.query(INSERT_MEDS, [[one.main.id], [product], [null]])
    const deletion = deleting.query('delete from epcis_med_vocabulary where id = $1', [product]).catch((error: pg.DatabaseError) => error)
    await waiting(deleting)
    await end(naming, 'commit')
    expect(await deletion).toMatchObject({ code: '23503', constraint: 'med__vocabulary' })
    await end(deleting, 'rollback')
  })

  test('make a new reference wait while its parent is being deleted, and then refuse it', async () => {
    const product = await newProduct()
    const [naming, deleting] = [await begin(one), await begin(one)]
    await deleting.query('delete from epcis_med_vocabulary where id = $1', [product])
    const insertion = naming.query(INSERT_MEDS, [[one.main.id], [product], [null]]).catch((error: pg.DatabaseError) => error)
    await waiting(naming)
    await end(deleting, 'commit')
    expect(await insertion).toMatchObject({ code: '23503', constraint: 'med__vocabulary' })
    await end(naming, 'rollback')
  })
})
