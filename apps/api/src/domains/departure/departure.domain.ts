import { defineDomain } from '../domain.ts'

/**
 * Packages that left, in the table `departure`. The domain `outbound` and receiving write the table's rows, and every domain that needs to know where
 * a package is joins them.
 */
export const departure = defineDomain({ name: 'departure' })
