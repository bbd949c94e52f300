import { checkDigit } from '@seriatim/gs1'
import { expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)

test.each(['12345678901', '1234567890123', '10388010000000012'])(
  'A typed serial number is found even if its last digit is a valid check digit of the digits before it: %s',
  async (digits) => {
    const { begin, stops, addReceiver } = makeShipmentKit(t, c)
    const serialNumber = `${digits}${checkDigit(digits)}`
    const shipmentId = await begin(await addReceiver())
    // While no package with this serial number is on file, the scan is read as a GTIN, or as an SSCC that is not on file.
    expect(await stops(shipmentId, serialNumber)).toEqual([serialNumber.length === 18 ? 'unknown' : 'unreadable'])
    const typed = { gtin: '00388010500605', serialNumber, lotNumber: 'L1', expirationDate: '2028-04-30' }
    await t.as(c.lead).med.createOne({ ...typed, locationId: c.main.id })
    expect(await stops(shipmentId, serialNumber)).toEqual(['typedIn'])
  },
)
