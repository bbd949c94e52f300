import type { CustomerTx } from '../../../db/types.ts'
import { fillBlanksFromStaged, insertStagedMeds } from './med-import.queries.ts'

/**
 * Creates the meds of a document's staged lines at a location. Meds that exist already get their missing values.
 *
 * @throws unique_violation, see `insertStagedMeds`.
 */
export async function takeStagedMeds(tx: CustomerTx, place: { locationId: number; at: Date }): Promise<void> {
  await insertStagedMeds(tx, place)
  await fillBlanksFromStaged(tx, place)
}
