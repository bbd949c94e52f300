import { purposeOf } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { readPreference } from '../../trading-partner/shipping/receiver.service.ts'
import type { ShipmentRecord } from '../outbound.queries.ts'

/** The settings that decide how a shipment's documents are made. */
export type DocumentForm = Pick<ShipmentRecord, 'guideline' | 'withTi'>

/**
 * Reads the settings for the documents of a shipment that is sent now: the guideline, and whether to include transaction information. Both depend on
 * the partner's preferences on the day of sending, not on those of the day on which the draft began (decision 80). Where the law does not require
 * transaction information, it is included unless the partner does not want it (decision 79).
 */
export async function readDocumentForm(
  tx: CustomerTx,
  session: Session,
  { purpose, tradingPartnerId, timeZone }: Pick<ShipmentRecord, 'purpose' | 'tradingPartnerId' | 'timeZone'>,
): Promise<DocumentForm> {
  if (tradingPartnerId === null) return { guideline: 'r13', withTi: false }
  const preference = await readPreference(tx, { ...session, timeZone }, tradingPartnerId)
  const { ti } = purposeOf(purpose)
  return {
    guideline: preference?.guideline ?? 'r13',
    withTi: ti === 'always' || (ti === 'need' && preference?.tiForNeed !== false) || (ti === 'return' && preference?.tiForReturn !== false),
  }
}
