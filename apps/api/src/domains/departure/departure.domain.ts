import { defineDomain } from '../domain.ts'

/** Packages that left. The domain `outbound` and receiving write its rows, and every domain that needs to know where a package is joins them. */
export const departure = defineDomain({ name: 'departure' })
