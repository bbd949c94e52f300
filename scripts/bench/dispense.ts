import { isGtin14 } from '@seriatim/gs1'
import { withCustomer } from '../../apps/api/src/db/customer-tx.ts'
import { openDb } from '../../apps/api/src/db/pool.ts'
import { checkDispense } from '../../apps/api/src/domains/dispense/dispense.service.ts'
import { findQuantile } from '../drill/findings.ts'
import { findMiddle, printRatio, time, withBench, write } from './frame.ts'
import { fillMeds, fillOrders } from './search.ts'

const ROUNDS = 1000

/** Measures dispense checks, one after the other on one connection, and compares them with the bare indexed query on the same rows. */
export function benchDispense(meds: number): Promise<void> {
  return withBench(async ({ admin, pool, session, customerId }) => {
    await fillMeds(admin, customerId, meds)
    await fillOrders(admin, customerId)
    // Reads twelve times as many meds as the benchmark needs, because most GTINs in the test data have a wrong check digit and those meds are skipped
    // below.
    const found = await admin.query<{ gtin: string; serialNumber: string }>(
      `select gtin, serial_number as "serialNumber" from med where customer_id = $1 and id % (select greatest(1, count(*) / $2) from med where customer_id = $1) = 7 limit $2`,
      [customerId, ROUNDS * 12],
    )
    const rows = found.rows.filter(({ gtin }) => isGtin14(gtin)).slice(0, ROUNDS)
    const db = openDb(pool)
    const [own, bare]: [number[], number[]] = [[], []]
    for (let round = -20; round < ROUNDS; round += 1) {
      const { gtin = '', serialNumber = '' } = rows[(round + rows.length) % rows.length] ?? {}
      const question = { barcode: `01${gtin}21${serialNumber}` }
      const ours = await time(() => checkDispense({ inTx: (access, work) => withCustomer(db, session, access, work) }, session, question))
      const reference = await time(() =>
        admin.query('select id, lot_number, expiration_date from med where customer_id = $1 and serial_number = $2', [
          customerId,
          serialNumber,
        ]),
      )
      if (round < 0) continue
      own.push(ours)
      bare.push(reference)
    }
    const p99 = (times: readonly number[]) => findQuantile(times, 0.99)
    const [middle, reference] = [findMiddle(own), findMiddle(bare)]
    printRatio('dispense check, median', `${write(middle, 1)} ms`, `bare query ${write(reference, 1)} ms`, middle / reference)
    printRatio('dispense check, 99 of 100', `${write(p99(own), 1)} ms`, `bare query ${write(p99(bare), 1)} ms`, p99(own) / p99(bare))
    console.log(
      `  (among ${write(meds)} meds, ${write(ROUNDS)} checks on one connection; ours with its transaction, its row security, the reading of the barcode and the record of the check)`,
    )
  })
}
