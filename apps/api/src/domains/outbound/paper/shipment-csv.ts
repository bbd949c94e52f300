import { CSV_START, makeCsv } from '../../../core/text/csv.ts'
import type { ShipmentLine } from './paper.queries.ts'

const HEADING = [
  'Serial number',
  'GTIN',
  'NDC',
  'Product',
  'Strength',
  'Dosage form',
  'Container size',
  'Manufacturer',
  'Lot',
  'Expires',
  'Case or pallet',
]

/** The packages of a shipment as CSV, one line for each. */
export function shipmentCsv(lines: readonly ShipmentLine[]): string {
  const containers = new Map(
    lines.filter(({ isPackage }) => isPackage).map((one) => [`${one.n} ${one.line}`, one.sscc ?? one.serialNumber]),
  )
  const rows = lines
    .filter(({ isPackage }) => !isPackage)
    .map(({ n, parentLine, serialNumber, gtin, product, lotNumber, expirationDate }) => [
      serialNumber,
      gtin,
      product?.ndc ?? null,
      product?.name ?? null,
      product?.strength ?? null,
      product?.form ?? null,
      product?.content ?? null,
      product?.maker ?? null,
      lotNumber,
      expirationDate,
      parentLine === null ? null : (containers.get(`${n} ${parentLine}`) ?? null),
    ])
  return CSV_START + makeCsv([HEADING, ...rows])
}
