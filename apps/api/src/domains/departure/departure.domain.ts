import { defineDomain } from '../domain.ts'

/**
 * Packages that left, in the table `departure`. The domain `outbound` and receiving write the table's rows, and other domains join them to find out
 * where a package is.
 */
export const departure = defineDomain({ name: 'departure' })
