import { parseEpc } from '@seriatim/gs1'
import type { ExceptionEvent, ExceptionMed, ExceptionProduct, ExceptionUnit } from '@seriatim/schema'
import type { CustomerTx } from '../../../db/types.ts'
import { listPartItems } from '../reply/answer.queries.ts'

/**
 * Returns the numbers of the shipping notices in a ticket's file, even if the file created no order. The number is the part after the last colon of
 * the notice's identifier.
 */
export async function shippingNoticesInFile(tx: CustomerTx, documentExceptionId: number): Promise<string[]> {
  const events = (await listPartItems(tx, documentExceptionId, 'events')) as ExceptionEvent[] // the job `exception.read` stores events in this shape
  const numbers = events.flatMap(({ bizTransactionList }) =>
    bizTransactionList.filter(({ type }) => type.endsWith('desadv')).map(({ value }) => value.replace(/^.*:/, '')),
  )
  return [...new Set(numbers)]
}

/**
 * Lists the packages in the file of a ticket, with their data from the file. An SGTIN that contains other packages is left out, because it is a case.
 */
export async function unitsInFile(tx: CustomerTx, documentExceptionId: number, limit: number): Promise<ExceptionUnit[]> {
  const pages = Math.ceil(limit / 100)
  const meds = (await listPartItems(tx, documentExceptionId, 'meds', pages)) as Partial<ExceptionMed>[] // exception.read wrote it in this shape; entries without lot and expiration date come first
  const products = (await listPartItems(tx, documentExceptionId, 'medVocabulary')) as ExceptionProduct[] // exception.read wrote it in this shape
  const names = new Map(products.map((product) => [pickGtin(product.sgtin), product.regulatedProductName]))
  const parents = new Set(meds.map(({ parentSgtin }) => parentSgtin))
  const units = meds.filter(({ sgtin }) => sgtin !== undefined && !parents.has(sgtin))
  return units.flatMap(({ sgtin = '', lotNumber = null, expirationDate = null }) => {
    const epc = parseEpc(sgtin)
    if (!epc.ok || epc.value.kind !== 'sgtin') return []
    const { gtin, serialNumber } = epc.value
    return [{ gtin, serialNumber, sscc: null, lotNumber, expirationDate, productName: names.get(gtin) ?? null }]
  })
}

/** The GTIN in the id of a product's or package's entry; undefined if there is none. */
export function pickGtin(id: string): string | undefined {
  const epc = parseEpc(id)
  return epc.ok && 'gtin' in epc.value ? epc.value.gtin : undefined
}

/** The GLN that the id of a location entry contains; undefined if it contains none. */
export function pickGln(id: string): string | undefined {
  const epc = parseEpc(id)
  return epc.ok && 'gln' in epc.value ? epc.value.gln : undefined
}
