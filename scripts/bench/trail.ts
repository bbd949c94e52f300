import type pg from 'pg'
import { createSecrets } from '../../apps/api/src/core/secrets.ts'
import { withCustomer } from '../../apps/api/src/db/customer-tx.ts'
import { openDb } from '../../apps/api/src/db/pool.ts'
import { proveAuditRow, sealNow, streamTrailProofs } from '../../apps/api/src/domains/audit/audit-log.service.ts'
import { checkLog } from '../../apps/api/src/domains/audit/log/check-log.ts'
import { findMiddle, findPeak, printRatio, time, timeMedian, withBench, write } from './frame.ts'

const AT_ONCE = 100_000
const SECRETS = createSecrets('a key of the bench, thirty-two bytes')
/** Number of proofs from which the median is taken. */
const PROOFS = 200

/** Measures how long it takes to seal trails of two sizes and to extend their logs, and how long one proof takes at each size. */
export async function benchTrail(rows: number): Promise<void> {
  await withBench(async ({ admin, pool, customerId, session }) => {
    const place = { db: openDb(pool), secrets: SECRETS, clock: { now: () => new Date() } }
    let there = 0
    for (const amount of [Math.round(rows / 10), rows]) {
      await fillTrail(admin, customerId, amount - there)
      await admin.query('analyze audit')
      let ms = 0
      const peak = await findPeak(async () => {
        ms = await time(() => sealNow(place, customerId))
      })
      const rate = (amount - there) / (ms / 1000)
      console.log(
        `trail sealed: ${write(amount - there)} rows up to ${write(amount)} in ${write(ms / 1000, 1)} s, ${write(rate)} a second, ${write(peak)} MB of memory`,
      )
      there = amount
      await admin.query('analyze audit_tile')
      const times: number[] = []
      for (let round = 0; round < PROOFS; round += 1) {
        const auditId = 1 + Math.floor(((round * 0.618_034) % 1) * amount)
        times.push(await time(() => proveAuditRow(place, { customerId, auditId })))
      }
      // For comparison: a transaction with one trivial query, because no proof can be faster than that.
      const bare = await timeMedian(
        () => withCustomer(place.db, session, 'read only', (tx) => tx.selectFrom('auditCheckpoint').select('size').limit(1).execute()),
        PROOFS,
      )
      const newest = await time(() => proveAuditRow(place, { customerId, auditId: amount }))
      const middle = findMiddle(times)
      printRatio(`  one proof of ${write(amount)}`, `${write(middle, 1)} ms`, `bare transaction ${write(bare, 1)} ms`, middle / bare)
      console.log(`  the first proof after new rows: ${write(newest, 1)} ms`)
      const checkMs = await time(() => withCustomer(place.db, session, 'read only', (tx) => checkLog(tx, { customerId, secrets: SECRETS })))
      console.log(`  the nightly check: ${write(checkMs, 1)} ms`)
    }
    const checkpoint = await sealNow(place, customerId)
    if (!checkpoint) throw new Error('Nothing was sealed.')
    const part = Math.min(rows, 100_000)
    const from = new Date(START)
    let bytes = 0
    const ms = await time(async () => {
      const range = { customerId, checkpoint, from, to: new Date(START + part * 1000) }
      for await (const text of streamTrailProofs(place, range)) bytes += text.length
    })
    console.log(`  ${write(part)} rows with their proofs for a pack: ${write(ms / 1000, 1)} s, ${write(bytes / 2 ** 20)} MB`)
  })
}

const START = Date.UTC(2026, 0, 1)

/** Inserts `amount` rows, whose times are one second apart, with a separate transaction for each hundred thousand rows. */
async function fillTrail(admin: pg.Client, customerId: number, amount: number): Promise<void> {
  const { rows } = await admin.query<{ last: number }>('select coalesce(max(id), 0)::int as last from audit')
  const before = rows[0]?.last ?? 0
  for (let done = 0; done < amount; done += AT_ONCE) {
    const count = Math.min(AT_ONCE, amount - done)
    await admin.query(
      `insert into audit (customer_id, at, user_id, action, subject, subject_id, detail)
       select $1, to_timestamp($2 + n), 1, 'order.receive', 'order', n % 5000, jsonb_build_object('amount', n % 90, 'receiptId', n)
       from generate_series($3::int, $4::int) n`,
      [customerId, START / 1000, before + done + 1, before + done + count],
    )
  }
}
