import type { CustomerTx } from '../../../db/types.ts'
import { fillBlanksFromStaged, insertStagedMeds } from './med-import.queries.ts'

/**
 * Makes the staged lines of a document meds of a location, those that are new; the others get what they lack.
 *
 * @throws unique_violation, see `insertStagedMeds`.
 */
export async function takeStagedMeds(tx: CustomerTx, place: { locationId: number; at: Date }): Promise<void> {
  await insertStagedMeds(tx, place)
  await fillBlanksFromStaged(tx, place)
}
