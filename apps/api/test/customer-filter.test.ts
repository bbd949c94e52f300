import { CamelCasePlugin, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { CustomerFilter } from '../src/db/customer-filter.ts'
import type { Tables } from '../src/db/tables.ts'

const plain = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
})
const db = plain.withPlugin(new CustomerFilter(7))

/** The statement with its parameters filled in, for readability. */
function text(query: { compile(): { sql: string; parameters: readonly unknown[] } }): string {
  const compiled = query.compile()
  return compiled.sql.replace(/\$(\d+)/g, (_, place: string) => String(compiled.parameters[Number(place) - 1])).replaceAll('"', '')
}

describe('CustomerFilter', () => {
  test('[ROLE-008] restricts what a query reads', () => {
    expect(text(db.selectFrom('med').select('id').where('id', '=', 1))).toBe('select id from med where id = 1 and med.customer_id = 7')
  })

  test('uses the alias of a table that has one', () => {
    expect(text(db.selectFrom('med as m').select('m.id'))).toBe('select m.id from med as m where m.customer_id = 7')
  })

  test('restricts a join in the join’s own condition, so that a left join stays a left join', () => {
    expect(
      text(
        db
          .selectFrom('med')
          .innerJoin('location', 'location.id', 'med.locationId')
          .leftJoin('user as u', 'u.id', 'med.createdById')
          .select('med.id'),
      ),
    ).toBe(
      'select med.id from med inner join location on location.id = med.location_id and location.customer_id = 7 ' +
        'left join user as u on u.id = med.created_by_id and u.customer_id = 7 where med.customer_id = 7',
    )
  })

  test('inserts the customer id into raw statements that ask for it, and keeps the parameters of these statements', () => {
    const raw = sql`select ${'x'}::text from med m join "order" o on o.customer_id = m.customer_id and o.id = ${5} where m.customer_id = current_customer_id() and m.id = ${6} and o.customer_id = current_customer_id()`
    expect(text({ compile: () => raw.compile(db) })).toBe(
      'select x::text from med m join order o on o.customer_id = m.customer_id and o.id = 5 where m.customer_id = 7::bigint and m.id = 6 and o.customer_id = 7::bigint',
    )
    expect(text(db.selectFrom('med').select(sql<number>`current_customer_id()`.as('whose')))).toBe(
      'select 7::bigint as whose from med where med.customer_id = 7',
    )
  })

  test('inserts the customer id into the raw SQL parts of combined queries, and adds no second filter to the other parts', () => {
    const filter = new CustomerFilter(7)
    const query = plain.withPlugin(filter).selectFrom('med').select('id')
    const raw = sql`select id from med where customer_id = current_customer_id()`
    const both = sql`select ${query}, (${raw})`
    expect(text({ compile: () => both.compile(plain.withPlugin(filter.ofRaw)) })).toBe(
      'select (select id from med where med.customer_id = 7), (select id from med where customer_id = 7::bigint)',
    )
  })

  test('puts the caller’s OR in parentheses, so that the condition on customer_id always applies', () => {
    const query = db
      .selectFrom('med')
      .select('id')
      .where((eb) => eb.or([eb('id', '=', 1), eb('id', '=', 2)]))
    expect(text(query)).toBe('select id from med where (id = 1 or id = 2) and med.customer_id = 7')
    const loose = db
      .selectFrom('med')
      .select('id')
      .where(sql<boolean>`id = 1`)
      .where((eb) => eb('id', '=', 1).or('id', '=', 2))
    expect(text(loose)).toMatch(/ and med\.customer_id = 7$/)
    expect(text(loose)).toContain('(id = 1 or id = 2)')
  })

  test('restricts updates and deletions to the rows of the customer', () => {
    expect(text(db.updateTable('med').set({ ndc: 'x' }).where('id', '=', 1))).toBe(
      'update med set ndc = x where id = 1 and med.customer_id = 7',
    )
    expect(text(db.updateTable('med as m').from('location as l').set({ ndc: 'x' }))).toBe(
      'update med as m set ndc = x from location as l where m.customer_id = 7 and l.customer_id = 7',
    )
    expect(text(db.deleteFrom('med').using('location').where('med.id', '=', 1))).toBe(
      'delete from med using location where med.id = 1 and med.customer_id = 7 and location.customer_id = 7',
    )
  })

  test('restricts subqueries and common table expressions', () => {
    const sub = db
      .selectFrom('order')
      .select((eb) => eb.selectFrom('receipt').select('receipt.id').whereRef('receipt.documentId', '=', 'order.id').as('r'))
    expect(text(sub)).toBe(
      'select (select receipt.id from receipt where receipt.document_id = order.id and receipt.customer_id = 7) as r from order where order.customer_id = 7',
    )
    const exists = db
      .selectFrom('order')
      .select('id')
      .where((eb) => eb.exists(eb.selectFrom('med').select('id')))
    expect(text(exists)).toContain('exists (select id from med where med.customer_id = 7)')
    const cte = db
      .with('own', (qb) => qb.selectFrom('med').select('id'))
      .selectFrom('own')
      .select('id')
    expect(text(cte)).toBe('with own as (select id from med where med.customer_id = 7) select id from own')
    const inner = db.selectFrom((eb) => eb.selectFrom('med').select('id').as('x')).select('x.id')
    expect(text(inner)).toBe('select x.id from (select id from med where med.customer_id = 7) as x')
    const union = db.selectFrom('med').select('id').union(db.selectFrom('order').select('id'))
    expect(text(union)).toMatch(/^select id from med where med\.customer_id = 7 union select id from order where order\.customer_id = 7/)
  })

  test('restricts the select of insert … select', () => {
    const query = db
      .insertInto('customerCounter')
      .columns(['name', 'value'])
      .expression((eb) => eb.selectFrom('med').select(['ndc', 'id'] as never))
    expect(text(query)).toContain('from med where med.customer_id = 7')
  })

  test('filters `customer` by its own id, and leaves shared tables alone', () => {
    expect(text(db.selectFrom('customer').select('name'))).toBe('select name from customer where customer.id = 7')
    expect(text(db.selectFrom('state').select('code'))).toBe('select code from state')
  })

  test('refuses joins whose result the added condition would change', () => {
    expect(() => text(db.selectFrom('state').rightJoin('med', 'med.id', 'state.id').select('med.id'))).toThrow('RightJoin')
    expect(() => text(db.selectFrom('state').fullJoin('med', 'med.id', 'state.id').select('med.id'))).toThrow('FullJoin')
    expect(() => text(db.selectFrom('state').crossJoin('med').select('med.id'))).toThrow('CrossJoin')
    expect(() => text(db.mergeInto('med').using('state', 'state.id', 'med.id').whenMatched().thenDelete())).toThrow('merge')
  })
})
