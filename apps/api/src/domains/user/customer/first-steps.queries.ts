import type { FirstStep } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

interface Found {
  isHidden: boolean
  done: Record<FirstStep, boolean>
}

/** Finds which of a new customer's first steps are done. Each check reads one row through an index. */
export async function findFirstSteps(tx: CustomerTx, customerId: number): Promise<Found> {
  const { hiddenAt, scannerTestedAt, regulatorEmailAddress, ...exists } = await tx
    .selectFrom('customer')
    .select((eb) => [
      'firstStepsHiddenAt as hiddenAt',
      'scannerTestedAt',
      'regulatorEmailAddress',
      eb
        .exists(
          eb
            .selectFrom('location')
            .innerJoin('locationAddress', 'locationAddress.locationId', 'location.id')
            .select(sql.lit(1).as('one'))
            .where('closedAt', 'is', null)
            .where('stateId', 'is not', null),
        )
        .$castTo<boolean>()
        .as('location'),
      eb
        .exists(eb.selectFrom('locationGln').select(sql.lit(1).as('one')).where('isVerified', '=', true))
        .$castTo<boolean>()
        .as('gln'),
      eb
        .exists(eb.selectFrom('tradingPartner').select(sql.lit(1).as('one')).where('deactivatedAt', 'is', null))
        .$castTo<boolean>()
        .as('partner'),
      eb
        .exists(eb.selectFrom('order').select(sql.lit(1).as('one')))
        .$castTo<boolean>()
        .as('order'),
    ])
    .where('customer.id', '=', customerId)
    .executeTakeFirstOrThrow()
  return { isHidden: hiddenAt !== null, done: { ...exists, regulator: regulatorEmailAddress !== null, scanner: scannerTestedAt !== null } }
}

/** Records that a scanner read the test code. Returns whether this was the first test. */
export async function setScannerTested(tx: CustomerTx, customerId: number, scannerTestedAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('customer')
    .set({ scannerTestedAt })
    .where('id', '=', customerId)
    .where('scannerTestedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Hides the checklist of first steps or shows it again. Returns whether this changed anything. */
export async function setFirstStepsHidden(tx: CustomerTx, customerId: number, firstStepsHiddenAt: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('customer')
    .set({ firstStepsHiddenAt })
    .where('id', '=', customerId)
    .where('firstStepsHiddenAt', firstStepsHiddenAt ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
