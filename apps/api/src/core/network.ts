import { normalizeIP } from '@fastify/rate-limit'

/**
 * The network to which limits apply: an IPv6 /64, because one caller can choose any address in it, or a single IPv4 address, even if it is mapped
 * into IPv6.
 */
export function networkOf(address: string): string {
  try {
    return normalizeIP(address.split('%', 1)[0] ?? address)
  } catch {
    return address
  }
}
