import type { ShipmentStopCode, ShipmentUnit } from '@seriatim/schema'
import type { NewestAnswer } from '../../verification/verification.joins.ts'
import type { UnitRecord } from '../scan/scan.queries.ts'

type UnitRow = Omit<UnitRecord, 'acceptedLater'> & { acceptedLater?: string[] }

export const toUnit = (row: UnitRow, answered?: NewestAnswer): ShipmentUnit => ({
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
  accepted: [...new Set([...row.accepted, ...(row.acceptedLater ?? [])])] as ShipmentStopCode[], // this column is only written from a `ShipmentStopCode`
  scannedAt: row.scannedAt.toISOString(),
  scannedBy: row.scannedBy,
  verification: answered
    ? {
        answer: answered.answer,
        additionalInfo: answered.additionalInfo,
        driver: answered.driver,
        answeredAt: answered.answeredAt.toISOString(),
      }
    : null,
})
