import { normalizeIP } from '@fastify/rate-limit'

/**
 * What limits count an address as: of IPv6 the /64, because that is what one caller has and may choose from freely; an IPv4 address in IPv6's
 * clothes as IPv4.
 */
export function networkOf(address: string): string {
  try {
    return normalizeIP(address.split('%', 1)[0] ?? address)
  } catch {
    return address
  }
}
