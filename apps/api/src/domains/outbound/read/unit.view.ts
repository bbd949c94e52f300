import type { ShipmentStopCode, ShipmentUnit } from '@seriatim/schema'
import type { UnitRecord } from '../scan/scan.queries.ts'

export const toUnit = (row: UnitRecord): ShipmentUnit => ({
  n: row.n,
  medId: row.medId,
  sscc: row.sscc,
  gtin: row.gtin,
  serialNumber: row.serialNumber,
  productName: row.productName,
  lotNumber: row.lotNumber,
  expirationDate: row.expirationDate,
  isPackage: row.isPackage,
  meds: row.meds,
  accepted: row.accepted as ShipmentStopCode[], // written by the scan only
  scannedAt: row.scannedAt.toISOString(),
  scannedBy: row.scannedBy,
})
