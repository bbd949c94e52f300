import type { Outputs } from '../../api/trpc.ts'

export type Location = Outputs['location']['readOneHydratedById']
export type Address = Location['customerLocationAddresses'][number]

/** "Louisville, KY" */
export function cityAndState(address: Pick<Address, 'city' | 'state'> | null | undefined): string {
  return [address?.city, address?.state?.code].filter(Boolean).join(', ')
}

/** All lines of an address except the first, including its city, state and ZIP code. */
export function addressLines(address: Address): string[] {
  const last = [cityAndState(address), address.zip].filter(Boolean).join(' ')
  return [address.addressLineTwo, address.addressLineThree, last].filter((line): line is string => Boolean(line))
}

export const ADDRESS_TYPES = { physical: 'Physical', shipping: 'Shipping', billing: 'Billing' } as const
