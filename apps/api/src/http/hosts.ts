import { hostname, networkInterfaces } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../core/config.ts'
import { coreErrors } from '../core/core.facts.ts'
import { AppError } from '../core/errors.ts'

const WILDCARDS = ['0.0.0.0', '::']

/**
 * Outside production anybody can read codes and emails, so a foreign page must not reach them: a foreign host name that resolves here (DNS rebinding)
 * is refused on every route. Allowed hosts are the loopback names, HOST, the host of PUBLIC_URL and, if the server listens on every interface, this
 * machine's own addresses and name, so that a phone on the same network can connect.
 */
export function refuseUnknownHosts(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request) => {
    if (!isKnownHost(request.headers.host, config)) throw new AppError(coreErrors.host_unknown)
  })
}

/**
 * Whether a request's Host header contains one of this server's names.
 * @param host value of the Host header, with or without a port.
 */
export function isKnownHost(host: string | undefined, config: Pick<Config, 'host' | 'publicUrl'>): boolean {
  const name = hostOf(`http://${host}`)
  return name !== undefined && collectNames(config).some((known) => hostOf(`http://${known}`) === name)
}

/** Host names of this server. They are collected for each request, because addresses come and go with the network. */
function collectNames({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): string[] {
  const always = ['localhost', '127.0.0.1', '[::1]']
  const named = publicUrl ? [new URL(publicUrl).hostname] : []
  if (!WILDCARDS.includes(host)) return [...always, bracketed(host), ...named]
  const addresses = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => bracketed(address)))
  return [...always, ...named, ...addresses, hostname(), `${hostname()}.local`]
}

/** Formats an IPv6 address for a URL, without its zone, which has a meaning only on this machine. */
function bracketed(host: string): string {
  return host.includes(':') ? `[${host.split('%', 1)[0]}]` : host
}

/** The host of a URL in normalized form; undefined if the URL is invalid. */
function hostOf(url: string): string | undefined {
  if (/[/?#@\\\s]/.test(url.slice('http://'.length)) || !URL.canParse(url)) return undefined
  return new URL(url).hostname.replace(/\.$/, '') || undefined
}
