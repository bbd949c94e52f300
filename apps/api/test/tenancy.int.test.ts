import { TRPCError } from '@trpc/server'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { must } from '../src/call/access/access.ts'
import { audit, auditNothing } from '../src/call/audit.ts'
import { allowed, createCaller, customerProcedure, router } from '../src/call/trpc.ts'
import { coreErrors } from '../src/core/core.facts.ts'
import { AppError } from '../src/core/errors.ts'
import { withCustomer } from '../src/db/customer-tx.ts'
import { withSystem } from '../src/db/system-tx.ts'
import type { CustomerTx, Scope } from '../src/db/types.ts'
import { createContext } from '../src/http/make-context.ts'
import { useTestDb } from './fixtures.ts'
import type { TestUser } from './harness.ts'
import { addOrder, newCustomer, type TestCustomer } from './make.ts'

const t = useTestDb({ poolSize: 1 })
let one: TestCustomer
let other: TestCustomer
beforeAll(async () => {
  one = await newCustomer(t)
  other = await newCustomer(t)
})

const everywhere = ({ customerId, admin }: TestCustomer): Scope => ({ customerId, userId: admin.userId, scope: 'all', locationIds: [] })
const inside = <T>(customer: TestCustomer, work: (tx: CustomerTx) => Promise<T>) =>
  withCustomer(t.deps.db, everywhere(customer), 'read write', work)
const locationNames = (tx: CustomerTx) => tx.selectFrom('location').select('name').orderBy('name').execute()

describe('the access checks of a procedure', () => {
  const unaudited = { location: 'none', audit: { none: 'a trial' } } as const
  const trial = router({
    addAndFail: customerProcedure('order:read', unaudited).mutation(async ({ ctx }) => {
      await ctx.tx.insertInto('location').values({ name: 'half done' }).execute()
      throw new AppError(coreErrors.not_allowed)
    }),
    add: customerProcedure('order:read', unaudited).mutation(async ({ ctx }) => {
      await ctx.tx.insertInto('location').values({ name: 'done' }).execute()
    }),
    writeInQuery: customerProcedure('order:read', { location: 'none' }).query(async ({ ctx }) => {
      await ctx.tx.insertInto('location').values({ name: 'by a query' }).execute()
    }),
    settle: customerProcedure('order:settle', unaudited).mutation(() => 'settled'),
    unasked: customerProcedure('order:read', { ...unaudited, location: 'row' }).mutation(async ({ ctx }) => {
      await ctx.tx.insertInto('location').values({ name: 'unasked' }).execute()
      must(ctx.session, 'order:receive', one.main.id)
    }),
    silent: customerProcedure('order:read', { location: 'none' }).mutation(async ({ ctx }) => {
      await ctx.tx.insertInto('location').values({ name: 'silent' }).execute()
    }),
    silentShort: allowed('order:read', { location: 'none' }).mutation(() => 'done'),
    silentRead: customerProcedure('order:read', { location: 'none', audit: 'read' }).query(() => 'read'),
    unchanged: customerProcedure('order:read', { location: 'none' }).mutation(({ ctx }) => auditNothing(ctx.session)),
    audited: customerProcedure('order:read', { location: 'none', audit: 'read' }).query(({ ctx }) =>
      audit(ctx.tx, ctx.session, { action: 'order.export', subject: 'order', subjectId: null }),
    ),
    unaskedShort: allowed('order:read', { location: 'input' }).query(() => 'read'),
    asked: customerProcedure('order:read', { ...unaudited, location: 'row' }).mutation(({ ctx }) =>
      must(ctx.session, 'order:read', one.main.id),
    ),
  })
  const as = (user: TestUser) =>
    createCaller(trial)(async () =>
      createContext(t.deps, {
        token: await t.signIn(user),
        address: '127.0.0.1',
        userAgent: undefined,
        timeZone: undefined,
        isBackground: false,
        requestId: 'trial',
        issueToken() {},
      }),
    )

  test('[ROLE-022] make a call fail without any change if it uses a location’s data but never checks the caller’s permission', async () => {
    await as(one.admin).asked()
    await expect(as(one.admin).unasked()).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    await expect(as(one.admin).unaskedShort()).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    expect((await inside(one, locationNames)).map((row) => row.name)).not.toContain('unasked')
  })

  test('make tests fail if a change or an evidence download writes no trail entry, and roll the change back', async () => {
    for (const silent of [as(one.admin).silent, as(one.admin).silentShort, as(one.admin).silentRead])
      await expect((silent as () => Promise<unknown>)()).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' }) // both calls have the same signature
    expect((await inside(one, locationNames)).map((row) => row.name)).not.toContain('silent')
    await as(one.admin).unchanged()
    await as(one.admin).audited()
  })

  test('roll back every change of a mutation that throws', async () => {
    await expect(as(one.admin).addAndFail()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await as(one.admin).add()
    const names = (await inside(one, locationNames)).map((row) => row.name)
    expect(names).toContain('done')
    expect(names).not.toContain('half done')
  })

  test('make the database reject writes in a query procedure', async () => {
    const failed = await as(one.admin)
      .writeInQuery()
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(TRPCError)
    expect(String((failed as TRPCError).cause)).toContain('read-only transaction')
  })

  test('refuse a caller without permission before the service runs', async () => {
    await expect(as(one.staff).settle()).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'You do not have the right to do this.' })
    expect(await as(one.lead).settle()).toBe('settled')
  })
})

/**
 * Words in the refusal of another customer's row. A Citus cluster refuses a row without a customer, or a change of a row's customer, before it
 * evaluates row security.
 */
const REFUSED = /row-level security|null value|NULL in|modifying the partition value/

describe('the scope of a transaction', () => {
  test('[ROLE-008] shows only the rows of its customer', async () => {
    await inside(other, (tx) => tx.insertInto('location').values({ name: 'Harbor' }).execute())
    expect(await inside(one, locationNames)).not.toContainEqual({ name: 'Harbor' })
    expect(await inside(other, locationNames)).toContainEqual({ name: 'Harbor' })
  })

  test('does not persist on the connection: with a pool of one connection, the next caller sees nothing', async () => {
    await inside(one, locationNames)
    const { rows } = await sql<{ scope: string | null }>`select current_setting('app.customer_id', true) as scope`.execute(t.deps.db)
    expect(rows[0]?.scope || null).toBeNull()
    expect(await t.deps.db.selectFrom('location').selectAll().execute()).toEqual([])
    await inside(one, () => Promise.reject(new Error('on purpose'))).catch(() => {})
    expect(await t.deps.db.selectFrom('location').selectAll().execute()).toEqual([])
  })

  test('is required: without it nothing can be read or inserted', async () => {
    for (const db of [t.deps.db, t.deps.system.system]) {
      for (const table of ['customer', 'user', 'med', 'order', 'location', 'audit'] as const) {
        expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
      }
    }
    await expect(t.deps.db.insertInto('location').values({ name: 'nobody' }).execute()).rejects.toThrow(REFUSED)
    await expect(t.deps.db.insertInto('location').values({ customerId: one.customerId, name: 'nobody' }).execute()).rejects.toThrow(
      'row-level security',
    )
  })

  test('prevents inserting a row for another customer, and giving an existing row to another customer', async () => {
    const write = inside(one, (tx) => tx.insertInto('location').values({ customerId: other.customerId, name: 'theirs' }).execute())
    await expect(write).rejects.toThrow('row-level security')
    const move = inside(one, (tx) => sql`update location set customer_id = ${other.customerId} where id = ${one.main.id}`.execute(tx))
    await expect(move).rejects.toThrow(REFUSED)
  })

  test('prevents references to rows of another customer', async () => {
    const refer = inside(one, (tx) =>
      tx.insertInto('locationAddress').values({ locationId: other.main.id, addressLineOne: 'x', type: 'billing' }).execute(),
    )
    await expect(refer).rejects.toThrow('location_address__location')
  })

  test('[ROLE-009] limited to some locations allows reading and writing only their rows', async () => {
    const { id } = await addOrder(one)
    const scope: Scope = { customerId: one.customerId, userId: one.elsewhere.userId, scope: 'some', locationIds: [one.branch.id] }
    await withCustomer(t.deps.db, scope, 'read write', async (tx) => {
      expect(await tx.selectFrom('order').select('id').execute()).toEqual([])
      expect(await tx.selectFrom('med').select('id').execute()).toEqual([])
      expect((await tx.updateTable('order').set({ voidReason: 'x' }).where('id', '=', id).executeTakeFirst()).numUpdatedRows).toBe(0n)
    })
    const place = withCustomer(t.deps.db, scope, 'read write', (tx) =>
      tx
        .insertInto('locationGln')
        .values({ locationId: one.main.id, globalLocationNumber: '0399990000004', disposition: 'BOTH' })
        .execute(),
    )
    await expect(place).rejects.toThrow('row-level security')
  })

  test('shows no customer’s rows to the sign-in role until that role sets a customer', async () => {
    await withSystem(t.deps.system, async (tx) => expect(await tx.selectFrom('user').selectAll().execute()).toEqual([]))
  })

  test('cannot be widened by the app’s role, which may neither read the logins nor turn off row security', async () => {
    await expect(sql`select * from login`.execute(t.deps.db)).rejects.toThrow('permission denied')
    await expect(sql`alter table med disable row level security`.execute(t.deps.db)).rejects.toThrow('must be owner')
  })
})
