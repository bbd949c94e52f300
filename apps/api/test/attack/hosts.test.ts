import { hostname, networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { isKnownHost } from '../../src/http/hosts.ts'

const loopback = { host: '127.0.0.1', publicUrl: undefined }
const everywhere = { host: '0.0.0.0', publicUrl: undefined }
const own = Object.values(networkInterfaces()).flatMap((list) => list ?? [])

describe('host names outside production', () => {
  test.each(['localhost', 'localhost:3000', 'LocalHost:3000', 'localhost.', '127.0.0.1', '127.0.0.1:3000', '[::1]', '[::1]:3000'])(
    'are always accepted: %s',
    (host) => {
      for (const config of [loopback, everywhere, { host: 'pharmacy.lan', publicUrl: 'https://a.example' }])
        expect([config.host, isKnownHost(host, config)]).toEqual([config.host, true])
    },
  )

  test.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'evil.example#localhost',
    'localhost@evil.example',
    'localhost/evil',
    'evil.example\\@localhost',
    '127.0.0.1.nip.io',
    '203.0.113.9',
    '',
    ' ',
    undefined,
  ])('are refused: %s', (host) => {
    for (const config of [loopback, everywhere]) expect([config.host, isKnownHost(host, config)]).toEqual([config.host, false])
  })

  test('are accepted if they are HOST or the host of PUBLIC_URL, but not if they are 0.0.0.0', () => {
    expect(isKnownHost('pharmacy.lan:3000', { host: 'pharmacy.lan', publicUrl: undefined })).toBe(true)
    expect(isKnownHost('try.example', { ...loopback, publicUrl: 'https://try.example:8443' })).toBe(true)
    expect(isKnownHost('0.0.0.0:3000', everywhere)).toBe(false)
  })

  test('are accepted if they are an address or the name of this machine and the server listens on every interface, because a phone on the local network connects that way', () => {
    const addresses = own.map(({ address, family }) => (family === 'IPv6' ? `[${address.replace(/%.*$/, '')}]` : address))
    for (const name of [...addresses, hostname(), `${hostname()}.local`]) {
      expect([name, isKnownHost(`${name}:3000`, everywhere)]).toEqual([name, true])
      expect([name, isKnownHost(`${name}:3000`, { ...everywhere, host: '::' })]).toEqual([name, true])
    }
  })
})
