import { saveProducts } from '../med/from-order/med-import.joins.ts'
import type { Arrival, Stage } from './arrival.ts'
import type { PackagedUnits } from './document.ts'
import { analyzeStaging, copyRows, createStagingTables, lockIdentity } from './import.queries.ts'
import { countTree, entriesByGtin } from './import.rules.ts'
import { lineRows, productRow, type StagedProduct, unknownProduct } from './import-rows.ts'

/**
 * Returns a function that stages the document's lines. Recognizing a document and writing it both need the staged lines, so only the first call does
 * the work, and later calls return its result.
 */
export function makeStage(arrival: Arrival): Stage {
  let running: ReturnType<Stage> | undefined
  return (locationId) => {
    running ??= stageLines(arrival, locationId)
    return running
  }
}

/** Saves the document's products and copies its lines into the staging table. Returns the saved products by GTIN. */
async function stageLines({ tx, client, job: { read } }: Arrival, locationId: number | null): Promise<ReadonlyMap<string, StagedProduct>> {
  const { tree } = read
  if (!tree) return new Map()
  const entries = entriesByGtin(read.meds)
  const products = tree.gtins.map((gtin) => ({ gtin, row: productRow(entries.get(gtin) ?? unknownProduct(gtin)) }))
  const ids = await saveProducts(tx, [...new Map(products.map(({ row }) => [row.contentHash, row])).values()])
  const productOf = new Map(
    products.map(({ gtin, row }) => [
      gtin,
      { id: ids.get(row.contentHash) ?? 0, ndc: row.additionalTradeItemId, manufacturer: row.manufacturerOfTradeItemPartyName },
    ]),
  )
  if (locationId !== null) await lockIdentity(tx, 'meds', String(locationId))
  await stageTree({ tx, client }, tree, productOf)
  return productOf
}

/** Replaces the staged lines with those of this tree. */
export async function stageTree(
  { tx, client }: Pick<Arrival, 'tx' | 'client'>,
  tree: PackagedUnits,
  productOf: ReadonlyMap<string, StagedProduct>,
): Promise<void> {
  await createStagingTables(tx)
  await copyRows(client, 'import_line', lineRows(tree, countTree(tree), productOf))
  await analyzeStaging(tx)
}
