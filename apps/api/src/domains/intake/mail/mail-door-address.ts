import { findSealedPlace, type SealedPlace, sealedAddress } from '../../../core/sealed-address.ts'
import type { Secrets } from '../../../core/secrets.ts'

const PURPOSE = 'intake mail'

/** The email address of a door. Its seal replaces a token, so whoever knows the address can send files to it. */
export const doorAddress = (secrets: Secrets, base: string, { customerId, id }: SealedPlace): string =>
  sealedAddress(secrets, base, PURPOSE, { customerId, id })

export const findMailDoor = (secrets: Secrets, addresses: readonly string[]): SealedPlace | undefined =>
  findSealedPlace(secrets, PURPOSE, addresses)
