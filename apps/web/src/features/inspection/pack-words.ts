import { formatAmount, PACK_PRESETS, type Pack } from '@seriatim/schema'
import { formatDate } from '../../ui/text/format.ts'

/** `P-0012` */
export const packNumber = ({ number }: Pick<Pack, 'number'>) => `P-${String(number).padStart(4, '0')}`

/** Pack scope: `12 NDCs, 05/14/26 to 11/24/26` */
export function packCovers({ ndcs, lots, partners, from, to }: Pick<Pack, 'ndcs' | 'lots' | 'partners' | 'from' | 'to'>): string {
  const narrow = [
    ndcs > 0 && formatAmount(ndcs, 'NDC'),
    lots > 0 && formatAmount(lots, 'lot'),
    partners > 0 && formatAmount(partners, 'supplier'),
  ]
    .filter(Boolean)
    .join(', ')
  return `${narrow || 'All'}, ${formatDate(from)} to ${formatDate(to)}`
}

export function packPlaces({ locations }: Pick<Pack, 'locations'>): string {
  if (locations === null) return 'All locations'
  return locations.length <= 2 ? locations.join(', ') : formatAmount(locations.length, 'location')
}

export const packMade = ({ preset, madeAt, madeBy }: Pick<Pack, 'preset' | 'madeAt' | 'madeBy'>) =>
  `${PACK_PRESETS[preset].name}, ${formatDate(madeAt)} by ${madeBy}`
