import { findSealedPlace, sealedAddress } from '../../../core/sealed-address.ts'
import type { Secrets } from '../../../core/secrets.ts'

const PURPOSE = 'tracing mail'

/** What an email about tracing belongs to: a request, or only the customer if the email is a new request. */
export interface TracingPlace {
  customerId: number
  /** The request that the email belongs to; null for a new request. */
  requestId: number | null
}

/** The address to which people send emails about one request; if `requestId` is null, the customer's address for new requests. */
export const tracingAddress = (secrets: Secrets, base: string, { customerId, requestId }: TracingPlace): string =>
  sealedAddress(secrets, base, PURPOSE, { customerId, id: requestId ?? 0 })

export function findTracingPlace(secrets: Secrets, addresses: readonly string[]): TracingPlace | undefined {
  const place = findSealedPlace(secrets, PURPOSE, addresses)
  return place && { customerId: place.customerId, requestId: place.id || null }
}
