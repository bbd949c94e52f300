import type { Sound } from '../../../scan/scan-sound.ts'
import type { ScanResult } from '../receive-types.ts'

/** Sound that plays when a result is shown. */
export const sounds: Record<ScanResult['kind'], Sound | undefined> = {
  received: 'received',
  already: 'already',
  stop: 'stop',
  differs: 'stop',
  failed: 'stop',
  receivedElsewhere: 'elsewhere',
  choose: 'unknown',
  unreadable: 'unknown',
  productCode: 'unknown',
  // No sound at first; a sound plays once the page has found out where the package belongs.
  missing: undefined,
  // The package is on another open order. No sound plays at first; the sound of a receipt plays once the package has been received with that order.
  there: undefined,
  undone: undefined,
}
