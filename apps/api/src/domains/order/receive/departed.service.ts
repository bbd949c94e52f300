import type { NotReceived } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { type Clock, printMoment } from '../../../print/dates.ts'
import { type DepartedMed, listDeparted } from './receive.queries.ts'

/** Maximum number of packages that an answer lists because a shipment took them away. */
const NAMED = 1000

/** Lists the packages of these lines (a multirange) that left with a shipment, unless the document announces their return. */
export async function readDeparted(tx: CustomerTx, session: Session, documentId: number, lines: string | null): Promise<NotReceived[]> {
  return lines === null ? [] : (await listDeparted(tx, documentId, lines, NAMED)).map((med) => describeDeparted(med, session))
}

function describeDeparted({ serialNumber, gtin, departure }: DepartedMed, clock: Clock): NotReceived {
  const sent = departure
    ? `It was sent to ${departure.toName} on ${printMoment(departure.leftAt, clock)}, with shipment ${departure.shipmentId}.`
    : 'It was sent with a shipment.'
  const said = `${sent} The order is older than that shipment. If the package came back, record that on the shipment’s page.`
  return { serialNumber, gtin, why: 'left', answer: null, said }
}
