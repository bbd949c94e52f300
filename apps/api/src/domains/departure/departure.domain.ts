import { defineDomain } from '../domain.ts'

/** Packages that left. Its rows are written by the domain `outbound` and by receiving, and joined by every domain that asks where a package is. */
export const departure = defineDomain({ name: 'departure' })
