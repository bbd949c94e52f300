import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { readLogFingerprint } from '../../src/domains/audit/audit-log.service.ts'
import { type ExportPlace, exportOrders } from '../../src/operate/retention/export.service.ts'
import { makePlan, type RetentionPlan, type Times } from '../../src/operate/retention/plan.service.ts'
import { verifyExport } from '../../src/operate/retention/read-export.ts'
import { type RemovalPlace, removeOrders } from '../../src/operate/retention/remove.service.ts'
import { cutoffDate } from '../../src/operate/retention/retention.rules.ts'
import type { TestDb } from '../harness.ts'
import { addOrder, type DocumentChanges, type TestCustomer, type TestOrder } from '../make.ts'

const YEAR = 365.25 * 24 * 3600 * 1000

/**
 * Returns what an operator does with the retention command as functions, all of which work on the database of `t`. A test file calls
 * `useRetentionKit` once, at its top.
 */
export function useRetentionKit(t: TestDb) {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seriatim-retention-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const makeTimes = (): Times => ({ cutoff: cutoffDate(t.clock.now(), 6), years: 6 })

  async function plan({ customerId }: TestCustomer): Promise<RetentionPlan> {
    const made = await makePlan(t.deps.pool, customerId, makeTimes())
    if (!made) throw new Error('There is no such customer.')
    return made
  }

  return {
    get folder() {
      return folder
    },
    plan,

    /** Does the work with the clock set back by `years` years, then restores the clock. */
    async ago<T>(years: number, work: () => Promise<T>): Promise<T> {
      const now = t.clock.now()
      t.clock.set(new Date(now.getTime() - years * YEAR))
      try {
        return await work()
      } finally {
        t.clock.set(now)
      }
    },

    /** Adds an order at the current time and receives it completely. */
    async addReceived(customer: TestCustomer, changes: DocumentChanges = {}): Promise<TestOrder> {
      const order = await addOrder(customer, changes)
      await t.as(customer.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
      return order
    },

    /** Like `addReceived`, but the order arrived and was received seven years ago. */
    addOld(customer: TestCustomer): Promise<TestOrder> {
      return this.ago(7, () => this.addReceived(customer))
    },

    async listOrders({ customerId }: TestCustomer): Promise<number[]> {
      return (await t.query<{ id: number }>('select id::int from "order" where customer_id = $1 order by id', [customerId])).map(
        ({ id }) => id,
      )
    },

    async exportAll(customer: TestCustomer, changes: Partial<ExportPlace> = {}) {
      // An export's file name contains the time to the second, so the next export needs a later second.
      t.clock.advance(1000)
      const { pool, db, storage, secrets } = t.deps
      return exportOrders({ pool, db, storage, secrets, ...changes }, await plan(customer), makeTimes(), { folder, now: t.clock.now() })
    },

    async remove(path: string, changes: Partial<RemovalPlace> = {}) {
      const { pool, storage } = t.deps
      return removeOrders({ pool, storage, now: t.clock.now(), ...changes }, await this.verify(path))
    },

    /** Verifies an export as the command does. */
    verify: (path: string, options?: Parameters<typeof verifyExport>[2]) => verifyExport(path, readLogFingerprint(t.deps.secrets), options),

    /** Waits until a statement blocks on a row lock. */
    async waitForLock(): Promise<void> {
      while (!(await t.countWaiting())) await new Promise((resolve) => setTimeout(resolve, 5))
    },
  }
}
export type RetentionKit = ReturnType<typeof useRetentionKit>
