import type { ShipmentLimits } from '@seriatim/schema'

type Place = ShipmentLimits['locations'][number]

const percent = (part: number, whole: number): number | null => (whole > 0 ? (100 * part) / whole : null)

/**
 * Share of packages that were sent to other pharmacies, in percent of all packages sent or dispensed. If nobody entered the number dispensed, in
 * percent of all packages received. Null if that total is 0.
 */
export const shareOf = ({ sent, received, dispensed }: Pick<Place, 'sent' | 'received' | 'dispensed'>): number | null =>
  dispensed === null ? percent(sent, received) : percent(sent, sent + dispensed)

/**
 * The percentage that was sent, computed from monetary values: value sent, divided by the value sent and dispensed. Null if nobody entered the value
 * dispensed, or if both values are 0.
 */
export const shareOfValue = ({ sentCents, dispensedCents }: Pick<Place, 'sentCents' | 'dispensedCents'>): number | null =>
  dispensedCents === null ? null : percent(sentCents, sentCents + dispensedCents)
