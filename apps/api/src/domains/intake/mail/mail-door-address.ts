import { findSealedPlace, type SealedPlace, sealedAddress } from '../../../core/sealed-address.ts'
import type { Secrets } from '../../../core/secrets.ts'

const PURPOSE = 'intake mail'

/** The email address of a door. The address contains a seal that serves as the token, so anyone who knows the address can send files to the door. */
export const doorAddress = (secrets: Secrets, base: string, { customerId, id }: SealedPlace): string =>
  sealedAddress(secrets, base, PURPOSE, { customerId, id })

export const findMailDoor = (secrets: Secrets, addresses: readonly string[]): SealedPlace | undefined =>
  findSealedPlace(secrets, PURPOSE, addresses)
