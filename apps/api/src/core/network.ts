import { normalizeIP } from '@fastify/rate-limit'

/** The unit that limits count: an IPv6 /64, because one caller has all of it to choose from; an IPv4 address, also when it is mapped into IPv6. */
export function networkOf(address: string): string {
  try {
    return normalizeIP(address.split('%', 1)[0] ?? address)
  } catch {
    return address
  }
}
