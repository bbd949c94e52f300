import { defineDomain } from '../domain.ts'

/**
 * Packages that left a location, in the table `departure`. The domain `outbound` and the code for receiving write the table's rows, and other domains
 * join them to find out where a package is.
 */
export const departure = defineDomain({ name: 'departure' })
