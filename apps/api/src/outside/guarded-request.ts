import { lookup as systemLookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Thrown if this installation must not call the URL or the address behind it. The message says why. */
export class ForbiddenTargetError extends Error {
  override name = 'ForbiddenTargetError'
}

/** Thrown if no answer came within the time limit. */
export class RequestTimeoutError extends Error {
  override name = 'RequestTimeoutError'
}

/** Resolves all addresses of a name, like `dns.lookup` with `all`. Tests pass their own function. */
export type Resolve = (
  name: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
) => void

const resolveBySystem: Resolve = (name, callback) => systemLookup(name, { all: true }, callback)

export interface Guard {
  /**
   * Allows http, loopback and private networks, for demos, tests, and receivers in the same network. Never allows link-local and metadata addresses.
   */
  allowsLocal: boolean
  resolve?: Resolve
}

/** Addresses of cloud metadata services outside the link-local range; they give credentials to every program on the machine. */
const METADATA: ReadonlySet<string> = new Set(['100.100.100.200', '168.63.129.16', 'fd00:ec2:0:0:0:0:0:254'])
const LOCAL_RANGES: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal'])
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether this installation may connect to an IP address: a public one, or with `allowsLocal` one of its own networks. Addresses that contain an IPv4
 * address (mapped, 6to4, Teredo, NAT64) are judged by that IPv4 address or refused.
 */
export function isAllowedAddress(address: string, { allowsLocal }: Pick<Guard, 'allowsLocal'>): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (METADATA.has(parsed.toString()) || METADATA.has(parsed.toNormalizedString())) return false
  const range = parsed.range()
  if (allowsLocal && LOCAL_RANGES.has(range)) return true
  if (range !== 'unicast') return false
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_IPV6) : true
}

/** The host of a URL without the brackets of an IPv6 address. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * Parses a URL that somebody entered. Names are not resolved yet.
 *
 * @throws ForbiddenTargetError unless it is an https URL without a user name and with an allowed address.
 */
function parseTarget(text: string, guard: Guard): URL {
  if (!URL.canParse(text)) throw new ForbiddenTargetError('This is not a URL.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(guard.allowsLocal && url.protocol === 'http:'))
    throw new ForbiddenTargetError('The URL must begin with https://.')
  if (url.username || url.password) throw new ForbiddenTargetError('The URL must not contain a user name or a password.')
  const host = bareHost(url)
  if (isIP(host) && !isAllowedAddress(host, guard)) throw forbidden(host)
  return url
}

const forbidden = (host: string) => new ForbiddenTargetError(`${host} is not a public address.`)

/**
 * Checks a URL and the addresses to which its name resolves now. The connection checks again, because a name may resolve differently later.
 *
 * @throws ForbiddenTargetError, also for a name that does not resolve.
 */
export async function expectAllowedTarget(text: string, guard: Guard): Promise<URL> {
  const url = parseTarget(text, guard)
  const host = bareHost(url)
  if (isIP(host)) return url
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  guardedLookup(guard)(host, { all: true }, (error) => {
    if (!error) resolve()
    else if (error instanceof ForbiddenTargetError) reject(error)
    else reject(new ForbiddenTargetError(`The host ${host} was not found.`, { cause: error }))
  })
  await promise
  return url
}

/** Resolves a name for a socket. Refuses the name if any of its addresses is forbidden, because the socket might connect to that one. */
export function guardedLookup({ resolve = resolveBySystem, allowsLocal }: Guard): LookupFunction {
  return (name, options, callback) => {
    resolve(name, (error, addresses) => {
      if (error) return callback(error, [])
      const [first] = addresses
      if (!first || addresses.some(({ address }) => !isAllowedAddress(address, { allowsLocal }))) return callback(forbidden(name), [])
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

export interface GuardedRequest extends Guard {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Time limit for the whole call. */
  timeoutMs: number
  /** Bytes of the response's body to read; the rest is discarded. */
  bodyBytesMax: number
  signal?: AbortSignal
}

export interface GuardedResponse {
  status: number
  headers: Record<string, string>
  /** The body, but at most `bodyBytesMax` bytes of it. */
  body: Buffer
}

/**
 * Calls a URL that a customer entered, but never an address that `Guard` forbids. The check runs when the socket resolves the name, so changing the
 * DNS record after the URL was saved does not help an attacker. Redirects are returned, never followed. No connection is reused.
 *
 * @throws ForbiddenTargetError, RequestTimeoutError, or the error of the connection.
 */
export async function sendGuarded(
  text: string,
  { method = 'POST', headers = {}, body, ...call }: GuardedRequest,
): Promise<GuardedResponse> {
  const url = parseTarget(text, call)
  const timeout = AbortSignal.timeout(call.timeoutMs)
  const signal = call.signal ? AbortSignal.any([timeout, call.signal]) : timeout
  const { promise, resolve, reject } = Promise.withResolvers<GuardedResponse>()
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const options = { method, headers, signal, agent: false as const, lookup: guardedLookup(call) }
  const request = send(url, options, (response) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = () => {
      const flat = Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')])
      resolve({
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(flat),
        body: Buffer.concat(chunks).subarray(0, call.bodyBytesMax),
      })
      response.destroy()
    }
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size >= call.bodyBytesMax) end()
    })
    response.on('end', end)
    response.on('error', reject)
  })
  request.on('error', reject)
  request.end(body)
  return promise.catch((error: unknown) => {
    throw timeout.aborted ? new RequestTimeoutError(`No answer within ${call.timeoutMs / 1000} seconds.`, { cause: error }) : error
  })
}
