import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectAllowedTarget, type GuardedRequest, isAllowedAddress, type Resolve, sendGuarded } from './guarded-request.ts'

const isPublic = (address: string) => isAllowedAddress(address, { allowsLocal: false })
const isAllowedLocally = (address: string) => isAllowedAddress(address, { allowsLocal: true })

describe('an address', () => {
  test.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public and may be called', (address) => {
    expect([isPublic(address), isAllowedLocally(address)]).toEqual([true, true])
  })

  test.each(['127.0.0.1', '127.8.8.8', '::1', '10.0.0.1', '172.31.0.1', '192.168.1.1', 'fd12::1', '::ffff:127.0.0.1', '::ffff:a00:1'])(
    'of our own network (%s) may be called only if the installation allows it',
    (address) => {
      expect([isPublic(address), isAllowedLocally(address)]).toEqual([false, true])
    },
  )

  test.each([
    '0.0.0.0',
    '169.254.169.254',
    '::ffff:169.254.169.254',
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    '100.100.100.200',
    '168.63.129.16',
    '100.64.0.1',
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    'not an address',
  ])('%s may never be called', (address) => {
    expect([isPublic(address), isAllowedLocally(address)]).toEqual([false, false])
  })
})

const resolveTo =
  (...addresses: string[]): Resolve =>
  (_name, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

describe('a URL', () => {
  const judge = (url: string, allowsLocal = false, resolve = resolveTo('93.184.216.34')) =>
    expectAllowedTarget(url, { allowsLocal, resolve }).then(
      ({ href }) => href,
      (error: Error) => `${error.name}: ${error.message}`,
    )

  test('may use https and a name that resolves to public addresses', async () => {
    expect(await judge('https://pharmacy.example/hook?a=1')).toBe('https://pharmacy.example/hook?a=1')
  })

  test.each([
    ['hook', 'This is not a URL.'],
    ['http://pharmacy.example/', 'The URL must begin with https://.'],
    ['ftp://pharmacy.example/', 'The URL must begin with https://.'],
    ['https://me:secret@pharmacy.example/', 'The URL must not contain a user name or a password.'],
    ['https://127.0.0.1/', '127.0.0.1 is not a public address.'],
    ['https://2130706433/', '127.0.0.1 is not a public address.'],
    ['https://0x7f.1/', '127.0.0.1 is not a public address.'],
    ['https://[::1]/', '::1 is not a public address.'],
    ['https://[::ffff:10.0.0.1]/', '::ffff:a00:1 is not a public address.'],
    ['https://169.254.169.254/latest/meta-data', '169.254.169.254 is not a public address.'],
  ])('%s is refused with the reason', async (url, reason) => {
    expect(await judge(url)).toBe(`ForbiddenTargetError: ${reason}`)
  })

  test('is refused if its host name does not exist, or if any address of that host is private', async () => {
    expect(await judge('https://both.example/', false, resolveTo('93.184.216.34', '10.0.0.1'))).toContain(
      'both.example is not a public address',
    )
    expect(await judge('https://mapped.example/', false, resolveTo('::ffff:127.0.0.1'))).toContain('is not a public address')
    expect(await judge('https://none.example/', false, (_name, callback) => callback(new Error('ENOTFOUND'), []))).toContain(
      'was not found',
    )
  })

  test('may use http in our own network if the installation allows it, but never to the metadata service', async () => {
    expect(await judge('http://127.0.0.1:8080/hook', true)).toBe('http://127.0.0.1:8080/hook')
    expect(await judge('http://169.254.169.254/', true)).toContain('is not a public address')
  })
})

describe('a request', () => {
  let server: Server
  let port: number
  let requests: { path: string; host: string | undefined }[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push({ path: request.url ?? '', host: request.headers.host })
      if (request.url === '/moved') response.writeHead(301, { location: '/other' }).end()
      else if (request.url === '/long') response.end('x'.repeat(100_000))
      else if (request.url !== '/never') response.end('fine')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port // a TCP server's address is an object
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    requests = []
  })

  const send = (path: string, more: Partial<GuardedRequest> = {}, host = '127.0.0.1') =>
    sendGuarded(`http://${host}:${port}${path}`, { allowsLocal: true, timeoutMs: 60_000, bodyBytesMax: 2048, body: '{}', ...more })

  test('returns status, headers and the first bytes of the body', async () => {
    const answer = await send('/')
    expect([answer.status, answer.body.toString(), answer.headers['content-length']]).toEqual([200, 'fine', '4'])
    expect((await send('/long')).body).toHaveLength(2048)
  })

  test('does not follow a redirect', async () => {
    expect(await send('/moved')).toMatchObject({ status: 301, headers: { location: '/other' } })
    expect(requests.map(({ path }) => path)).toEqual(['/moved'])
  })

  test('connects to the address that was checked, with the name in its Host header', async () => {
    await send('/', { resolve: resolveTo('127.0.0.1') }, 'inside.example')
    expect(requests).toEqual([{ path: '/', host: `inside.example:${port}` }])
  })

  test('does not connect if the name now resolves to a forbidden address, even if an earlier check allowed it', async () => {
    const answers = [['127.0.0.1'], ['169.254.169.254']]
    const resolve: Resolve = (name, callback) => resolveTo(...(answers.shift() ?? []))(name, callback)
    const guard = { allowsLocal: true, resolve }
    await expectAllowedTarget(`http://changes.example:${port}/`, guard)
    await expect(send('/', guard, 'changes.example')).rejects.toMatchObject({ name: 'ForbiddenTargetError' })
    expect(requests).toEqual([])
  })

  test('ends at its time limit if no answer comes', async () => {
    await expect(send('/never', { timeoutMs: 50 })).rejects.toMatchObject({ name: 'RequestTimeoutError' })
  })
})
