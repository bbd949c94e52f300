import { type DispensedYear, type Ok, type ShipmentLimits, writeFullName } from '@seriatim/schema'
import { may, must, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { startOfDay, toDay } from '../../../core/day.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { readHydratedLocation } from '../../location/location.service.ts'
import { placesOf } from '../outbound.access.ts'
import { countTransfers, insertDispensedYear } from './limits.queries.ts'

/** How many packages each location has sent to other pharmacies this calendar year, in the caller's time zone. Omits locations that sent none. */
export async function readLimits(tx: CustomerTx, session: Session): Promise<ShipmentLimits> {
  const { timeZone } = session
  const year = Number(toDay(session.now, timeZone).slice(0, 4))
  const period = { year, from: startOfDay(`${year}-01-01`, timeZone), to: startOfDay(`${year + 1}-01-01`, timeZone) }
  const rows = await countTransfers(tx, placesOf(session, 'shipment:read'), period)
  return { year, locations: rows.map((row) => ({ ...row, mayEnter: may(session, 'shipment:send', row.locationId) })) }
}

/** Records what a location dispensed in a year, because dispensed packages are not recorded one by one. */
export async function enterDispensed(tx: CustomerTx, session: Session, input: DispensedYear): Promise<Ok> {
  const { id: locationId } = await readHydratedLocation(tx, session, input.locationId)
  must(session, 'shipment:send', locationId)
  await insertDispensedYear(tx, { ...input, createdAt: session.now, createdById: session.userId, createdBy: writeFullName(session) })
  const { locationId: _, ...detail } = input
  await audit(tx, session, { action: 'shipment.year', subject: 'location', subjectId: locationId, detail })
  return { ok: true }
}
