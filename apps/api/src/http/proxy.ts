import { BlockList, isIPv6 } from 'node:net'
import type { Config } from '../core/config.ts'

/** Loopback, link-local and private networks (RFC 1918, RFC 4193), from which our own proxies connect. */
const near = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  near.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  near.addSubnet(network, bits, 'ipv6')

type Trust = string | boolean | ((address: string, hop: number) => boolean)

/**
 * Decides which proxies Fastify believes when they report the caller's address. If `trustProxy` is a number, that many hops are trusted, but only if
 * they are on nearby networks: a caller who bypasses the proxies could otherwise forge an address. To trust a proxy on another network, configure its
 * address.
 */
export function makeTrust(trustProxy: Config['trustProxy']): Trust {
  if (typeof trustProxy !== 'number') return trustProxy
  return (address, hop) => hop < trustProxy && isNear(address)
}

function isNear(address: string | undefined): boolean {
  return address !== undefined && near.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
