import type { Listeners } from '../db/types.ts'
import { linkEarlier } from './correction/recognize.service.ts'
import { openShortage } from './exception/counter/counter.service.ts'
import { keepHeldAmounts } from './order/stop/order-held.service.ts'
import { retryWaiting } from './upload/waiting.service.ts'

/** The layers above hear of these in the transaction in which they happen. */
export const listeners: Listeners = {
  glnAdded: retryWaiting,
  heldMedsChanged: keepHeldAmounts,
  orderClosedShort: openShortage,
  counterTicketOpened: linkEarlier,
}
