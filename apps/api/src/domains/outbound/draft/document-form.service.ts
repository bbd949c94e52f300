import { purposeOf } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { readPreference } from '../../trading-partner/shipping/receiver.service.ts'
import type { ShipmentRecord } from '../outbound.queries.ts'

/** The settings that decide how a shipment's documents are made. */
export type DocumentForm = Pick<ShipmentRecord, 'guideline' | 'withTi'>

/**
 * The settings for documents that are made today: the guideline and whether to include transaction information, both by the partner's preference. The
 * day of sending counts, not the day on which the draft began (decision 80). Transaction information is included even where the law does not require
 * it, unless the partner does not want it (decision 79).
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
