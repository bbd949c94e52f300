import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dumpSchema } from '@seriatim/db/catalogue'
import { findPlacement } from '@seriatim/db/citus/tables'
import { migrate } from '@seriatim/db/migrate'
import { generateTypes } from '@seriatim/db/types'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { CUSTOMER_TABLES } from '../src/db/tables.ts'
import { useTestDb } from './fixtures.ts'
import { newCustomer } from './make.ts'

const t = useTestDb()

const root = join(import.meta.dirname, '../../..')

/** Tables that are read before the customer is known, or whose rows are the same for everybody. No other table may lack row security. */
const SYSTEM_TABLES = [
  'access_token',
  'billing',
  'call_count',
  'drug',
  'drug_load',
  'era',
  'failed_sign_in',
  'login',
  'login_attempt',
  'migration',
  'payment_account_owner',
  'payment_event',
  'recall',
  'recall_code',
  'recall_load',
  'recall_lot',
  'recall_ndc',
  'recall_product',
  'recall_version',
  'recovery_code',
  'session',
  'sign_in_try',
  'state',
  'verified_gln',
]

/** Tables whose rows are visible only to people with access to the location. */
const LOCATION_TABLES = [
  'departure',
  'dispensed_year',
  'dismissed_recall',
  'document_correction',
  'document_med',
  'epcis_event',
  'hold',
  'incident_draft',
  'incident_report',
  'incident_thread',
  'investigation',
  'location_gln',
  'location_gln_verification',
  'med',
  'order',
  'partner_gln_told',
  'partner_stop',
  'recall_answer',
  'recall_match',
  'receipt',
  'receipt_label',
  'scan_stop',
  'scorecard_month',
  'shipment',
  'shipment_med',
  'shipment_unit',
  'stock_lot',
  'verification',
  'verification_list',
]

/** Tables in which a row is visible only to people with access to the row's location; a row without a location is visible to everybody. */
const SHARED_TABLES = ['evidence', 'trading_partner']

/**
 * Tables in which a row with a location is visible only to people with access to that location, and a row without a location only to the person who
 * created it and to people with access to all locations.
 */
const UNPLACED_TABLES = ['dispense_check', 'document_exception', 'document_exception_status', 'epcis_document', 'inspection_link']

/**
 * Tables that have a location but whose policy does not check it: their queries limit the rows, or everybody at the customer may see them. Add a
 * table here only for one of these reasons.
 */
const QUERY_LIMITED_TABLES = [
  'intake_door',
  'location_address',
  'tracing_request',
  'upload',
  'user_location',
  'webhook_endpoint',
  'webhook_event',
]

const tables = (): Promise<{ name: string; secured: boolean; forced: boolean }[]> =>
  t.query(`select relname as name, relrowsecurity as secured, relforcerowsecurity as forced from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`)

const names = async (text: string): Promise<string[]> => (await t.query<{ name: string }>(text)).map((row) => row.name)

const CUSTOMER_OIDS = `select polrelid from pg_policy`

describe('every customer table is protected', () => {
  test('[ROLE-008] row security is on and forced for every table outside the list of system tables', async () => {
    const open = (await tables()).filter((table) => !(table.secured && table.forced)).map((table) => table.name)
    expect(open).toEqual(SYSTEM_TABLES)
  })

  test('[ROLE-008 ROLE-009] by exactly one policy, which protect() created', async () => {
    const policies = await t.query<{ name: string; permissive: boolean; command: string; roles: string; using: string; check: string }>(
      `select c.relname as name, p.polpermissive as permissive, p.polcmd::text as command, p.polroles::text as roles,
         pg_get_expr(p.polqual, p.polrelid) as using, pg_get_expr(p.polwithcheck, p.polrelid) as check
       from pg_policy p join pg_class c on c.oid = p.polrelid order by 1`,
    )
    const secured = (await tables()).filter((table) => table.secured).map((table) => table.name)
    expect(policies.map((policy) => policy.name)).toEqual(secured)
    const made = await scratchPolicies()
    for (const { name, ...policy } of policies) {
      const kind = LOCATION_TABLES.includes(name)
        ? 'located'
        : UNPLACED_TABLES.includes(name)
          ? 'unplaced'
          : SHARED_TABLES.includes(name)
            ? 'shared'
            : 'plain'
      const rule = name === 'customer' ? made.plain.replace('customer_id', 'id') : made[kind]
      // A shared row without a location is readable by everybody, but only people with access to all locations may write it.
      const check = kind === 'shared' ? made.located : rule
      expect({ name, ...policy }).toEqual({ name, permissive: true, command: '*', roles: '{0}', using: rule, check })
    }
  })

  test('and exactly the listed tables have a policy that checks the location', async () => {
    const located = await names(`select c.relname as name from pg_policy p join pg_class c on c.oid = p.polrelid
      where pg_get_expr(p.polqual, p.polrelid) like '%location_id%' order by 1`)
    expect(located).toEqual([...LOCATION_TABLES, ...SHARED_TABLES, ...UNPLACED_TABLES].sort())
  })

  test('[ROLE-009] and every other table with a location is on the list of tables whose policy need not check it', async () => {
    const placed = await names(`select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'location_id' order by 1`)
    const limited = [...LOCATION_TABLES, ...SHARED_TABLES, ...UNPLACED_TABLES]
    expect(placed.filter((name) => !limited.includes(name))).toEqual(QUERY_LIMITED_TABLES)
  })

  test('and is in the list of tables that CustomerFilter uses, which names no other table', async () => {
    const secured = await names(
      `select c.relname as name from pg_policy p join pg_class c on c.oid = p.polrelid where c.relname <> 'customer'`,
    )
    expect([...CUSTOMER_TABLES].sort()).toEqual(secured.sort())
  })

  test('because neither database role of the app is a superuser, an owner, or exempt from row security', async () => {
    const roles = await t.query(
      `select rolname, rolsuper, rolbypassrls, rolinherit from pg_roles where rolname in ('seriatim_app', 'seriatim_system') order by 1`,
    )
    expect(roles).toEqual([
      { rolname: 'seriatim_app', rolsuper: false, rolbypassrls: false, rolinherit: false },
      { rolname: 'seriatim_system', rolsuper: false, rolbypassrls: false, rolinherit: false },
    ])
    const owners = await names(
      `select distinct pg_get_userbyid(relowner)::text as name from pg_class where relnamespace = 'public'::regnamespace`,
    )
    expect(owners).toEqual(['seriatim_owner'])
  })

  test('and the app’s role may read only a fixed list of unprotected tables, none of which holds sign-in data', async () => {
    const readable = await names(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relrowsecurity and has_table_privilege('seriatim_app', oid, 'select') order by 1`)
    expect(readable).toEqual([
      'billing',
      'drug',
      'era',
      'recall',
      'recall_code',
      'recall_load',
      'recall_lot',
      'recall_ndc',
      'recall_product',
      'recall_version',
      'state',
    ])
  })
})

describe('a cluster of several machines', () => {
  test('assigns a placement to every table: protected tables are distributed, and every other table is on all machines or on the coordinator, with a reason', async () => {
    const unplaced = (await tables()).filter(({ name, secured }) => !findPlacement(name, secured)?.why).map(({ name }) => name)
    expect(unplaced).toEqual([])
    const distributed = (await tables()).filter(({ name, secured }) => findPlacement(name, secured)?.placement === 'distributed')
    expect(distributed.map(({ name }) => name)).toEqual(
      (await tables()).filter(({ name, secured }) => secured && name !== 'verified_gln').map(({ name }) => name),
    )
    expect(findPlacement('a table that nobody knows', false)).toBeUndefined()
    expect(findPlacement('session', true)).toBeUndefined()
  })

  test('has no triggers on customer tables, except those for references and those that refuse changes to the audit trail', async () => {
    // Two kinds of triggers are exempt: those for references, which become foreign keys when the tables are distributed, and those of the audit
    // trail, which refuse changes.
    const others = await names(`select t.tgname as name from pg_trigger t where not t.tgisinternal and t.tgrelid in (${CUSTOMER_OIDS})
      and t.tgfoid not in ('keep_referenced'::regproc, 'refuse_change'::regproc) and not exists (
        select from pg_trigger k where k.tgfoid = 'keep_referenced'::regproc and t.tgname in (k.tgname, k.tgname || '__change'))`)
    expect(others).toEqual([])
  })

  test('has no trigger for both TRUNCATE and row changes, because the machines that hold the rows would not run it', async () => {
    const mixed = await names(`select t.tgname as name from pg_trigger t where not t.tgisinternal and t.tgrelid in (${CUSTOMER_OIDS})
      and t.tgtype & 32 <> 0 and t.tgtype & (4 | 8 | 16) <> 0`)
    expect(mixed).toEqual([])
  })

  test('stores each table that customer tables reference either on every machine or on the same machine as the tables that reference it', async () => {
    const keys = await t.query<{ name: string; parent: string; secured: boolean }>(
      `select k.conname as name, c.relname as parent, c.relrowsecurity as secured from pg_constraint k join pg_class c on c.oid = k.confrelid
       where k.contype = 'f' and k.conrelid in (${CUSTOMER_OIDS})`,
    )
    expect(keys.filter(({ parent, secured }) => findPlacement(parent, secured)?.placement === 'local')).toEqual([])
  })

  test('refuses to mark a GLN as verified unless the table of verified GLNs assigns it to a customer', async () => {
    const { customerId, main } = await newCustomer(t)
    await t.query('insert into location_gln (customer_id, location_id, global_location_number, disposition) values ($1, $2, $3, $4)', [
      customerId,
      main.id,
      '0399990000004',
      'BOTH',
    ])
    await expect(t.query('update location_gln set is_verified = true where customer_id = $1', [customerId])).rejects.toMatchObject({
      constraint: 'location_gln__verified',
    })
  })
})

/** Creates one table for each way of calling `protect`, and returns the policy that each of them got. The transaction is rolled back. */
async function scratchPolicies(): Promise<Record<'plain' | 'located' | 'unplaced' | 'shared', string>> {
  const client = new pg.Client({ connectionString: t.ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    for (const [name, options] of [
      ['plain', ''],
      ['located', ', location => true'],
      ['unplaced', ', location => true, unplaced => true'],
      ['shared', ', location => true, shared => true'],
    ] as const) {
      await client.query(`create table scratch_${name} (customer_id bigint not null, location_id bigint, created_by_id bigint)`)
      await client.query(`select protect('scratch_${name}'${options})`)
    }
    const { rows } = await client.query<{ name: string; rule: string }>(
      `select substr(c.relname, 9) as name, pg_get_expr(p.polqual, p.polrelid) as rule from pg_policy p join pg_class c on c.oid = p.polrelid
       where c.relname like 'scratch\\_%'`,
    )
    const of = (name: string) => rows.find((row) => row.name === name)?.rule ?? ''
    return { plain: of('plain'), located: of('located'), unplaced: of('unplaced'), shared: of('shared') }
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

describe('keys separate customers', () => {
  test('a foreign key between two customer tables begins with customer_id', async () => {
    const wrong = await names(`select k.conname as name from pg_constraint k
      where k.contype = 'f' and k.conrelid in (${CUSTOMER_OIDS}) and k.confrelid in (${CUSTOMER_OIDS}) and not (
        (select attname from pg_attribute where attrelid = k.conrelid and attnum = k.conkey[1]) =
          case when k.conrelid = 'customer'::regclass then 'id' else 'customer_id' end
        and (select attname from pg_attribute where attrelid = k.confrelid and attnum = k.confkey[1]) =
          case when k.confrelid = 'customer'::regclass then 'id' else 'customer_id' end)`)
    expect(wrong).toEqual([])
  })

  test('because no foreign key refers from a system table to a customer table', async () => {
    const wrong = await names(`select k.conname as name from pg_constraint k
      where k.contype = 'f' and k.conrelid not in (${CUSTOMER_OIDS}) and k.confrelid in (${CUSTOMER_OIDS})`)
    expect(wrong).toEqual([])
  })

  test('because every index of a customer table, and its primary key, begins with customer_id', async () => {
    const wrong = await names(`select i.indexrelid::regclass::text as name from pg_index i
      where i.indrelid in (${CUSTOMER_OIDS}) and i.indrelid <> 'customer'::regclass
        -- What no two customers may share.
        and i.indexrelid <> 'verified_gln__global_location_number'::regclass and coalesce((select attname from pg_attribute where attrelid = i.indrelid and attnum = i.indkey[0]), '') <> 'customer_id'`)
    expect(wrong).toEqual([])
  })

  test('in views too: no view reads rows with the privileges of its owner', async () => {
    const wrong = await names(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
      and not coalesce(reloptions::text like '%security_invoker=true%', false)`)
    expect(wrong).toEqual([])
  })

  test('and have names of at most 54 bytes, like tables, because Citus appends a shard number to names', async () => {
    // Leaves out `not null` constraints: since PostgreSQL 18 they have generated names, and no error map uses these names.
    const wrong = await names(`select name from (
        select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
        union select conname from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
      ) as every where octet_length(name) > 54`)
    expect(wrong).toEqual([])
  })
})

describe('the recorded schema matches the database', () => {
  async function withOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: t.ownerUrl })
    await client.connect()
    return work(client).finally(() => client.end())
  }

  test('because migrations stop with an error, before anything runs, if one was changed or is numbered below the newest applied one', async () => {
    const of = (name: string) => t.query<{ checksum: string }>('select checksum from migration where name = $1', [name])
    const [changed] = await of('0005-mail.sql')
    await t.query(`update migration set checksum = 'other' where name = '0005-mail.sql'`)
    await expect(migrate(t.ownerUrl)).rejects.toThrow('The migration 0005-mail.sql was changed after it was applied.')
    await t.query(`update migration set checksum = $1 where name = '0005-mail.sql'`, [changed?.checksum])

    const [late] = await of('0010-drug.sql')
    await t.query(`delete from migration where name = '0010-drug.sql'`)
    await expect(migrate(t.ownerUrl)).rejects.toThrow(
      /^The migration 0010-drug\.sql has too low a number: \d{4}-\S+\.sql was already applied\./,
    )
    await t.query(`insert into migration (name, checksum) values ('0010-drug.sql', $1)`, [late?.checksum])
    expect(await migrate(t.ownerUrl)).toEqual([])
  })

  test('because db/schema.sql equals the dump of the migrated database', async () => {
    expect(await withOwner(dumpSchema)).toBe(readFileSync(join(root, 'db/schema.sql'), 'utf8'))
  })

  test('and so do the generated table types', async () => {
    const made = await withOwner(generateTypes)
    const formatted = execFileSync(join(root, 'node_modules/.bin/biome'), ['format', '--stdin-file-path=apps/api/src/db/tables.ts'], {
      cwd: root,
      input: made,
      encoding: 'utf8',
    })
    expect(formatted).toBe(readFileSync(join(root, 'apps/api/src/db/tables.ts'), 'utf8'))
  })
})
