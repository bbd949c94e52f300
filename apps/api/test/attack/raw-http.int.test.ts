import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/http/rest/routes.ts'
import type { Route } from '../../src/http/rest/types.ts'
import { useTestDb } from '../fixtures.ts'
import { newCustomer, type TestCustomer } from '../make.ts'
import { head, type Live, listen } from './live.ts'

const webDist = mkdtempSync(join(tmpdir(), 'seriatim-web-'))
mkdirSync(join(webDist, 'assets'))
writeFileSync(join(webDist, 'index.html'), '<!doctype html><title>The page</title>')

// Short limits, because the requests in this test never arrive completely.
const t = useTestDb({ config: { bodyWindowSeconds: 0.4, lingerSeconds: 0.2, headersSeconds: 1, uploadMaxBytes: 3_000_000, webDist } })
let live: Live
let customer: TestCustomer
let token: string
beforeAll(async () => {
  customer = await newCustomer(t)
  live = await listen(await t.app())
  token = await t.signIn(customer.admin)
})
afterAll(() => {
  rmSync(webDist, { recursive: true })
})

const MULTIPART = 'multipart/form-data; boundary=b'
const PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.xml"\r\n\r\n'
const JSON_TYPE = { 'content-type': 'application/json' }
const megabyte = Buffer.alloc(1_000_000, 0x61)
const chunk = (bytes: Buffer) => [`${bytes.length.toString(16)}\r\n`, bytes, '\r\n']
const writing = (routes as readonly Route[]).filter(({ method }) => method !== 'GET')

describe('an oversized request body', () => {
  const types = [
    MULTIPART,
    'application/octet-stream',
    'text/plain',
    'text/xml',
    'application/x-www-form-urlencoded',
    'application/jsonl',
    '',
  ]

  test.each(types)('of type "%s" is refused under /trpc without being read', async (type) => {
    const headers = {
      ...(type ? { 'content-type': type } : {}),
      'transfer-encoding': 'chunked',
      origin: live.url,
      host: `127.0.0.1:${live.port}`,
    }
    const answer = await live.raw(
      head('POST /trpc/auth.createOneToken', headers),
      ...chunk(megabyte),
      ...chunk(megabyte),
      ...chunk(megabyte),
    )
    expect(answer.status).toBe(415)
    expect(answer.text).toContain('body_not_taken')
  })

  test.each(writing.filter(({ takes }) => takes !== 'orderFile').map(({ path, method }) => [method, path]))(
    'is not read as multipart by %s %s',
    async (method, path) => {
      const headers = { 'content-type': MULTIPART, 'transfer-encoding': 'chunked', authorization: `Bearer ${token}` }
      const answer = await live.raw(head(`${method} /api/v1${path}`, headers), ...chunk(Buffer.from(PART)), ...chunk(megabyte))
      expect(answer.status).toBe(415)
    },
  )

  test.each([
    ['/trpc/auth.createOneToken', JSON_TYPE],
    ['/api/v1/auth/create/one/token', JSON_TYPE],
    ['/api/v1/file/upload/medattachment', JSON_TYPE],
    ['/api/v1/file/upload/order', JSON_TYPE],
    ['/nowhere', JSON_TYPE],
  ])('is cut off at two megabytes while it arrives: %s', async (path, type) => {
    const headers = { ...type, 'transfer-encoding': 'chunked', origin: live.url, authorization: `Bearer ${token}` }
    const answer = await live.raw(head(`POST ${path}`, headers), ...[1, 2, 3].flatMap(() => chunk(megabyte)))
    expect(answer.status).toBe(413)
    const said = await live.raw(
      head(`POST ${path}`, { ...headers, 'content-length': '800000000' }).replace('transfer-encoding: chunked\r\n', ''),
    )
    expect(said.status).toBe(413)
  })

  test('of an order upload is cut off at the limit for uploads, and the caller still gets a response', async () => {
    const headers = { 'content-type': MULTIPART, 'transfer-encoding': 'chunked', authorization: `Bearer ${token}` }
    const bytes = [1, 2, 3, 4].flatMap(() => chunk(megabyte))
    const answer = await live.raw(head('POST /api/v1/file/upload/order', headers), ...chunk(Buffer.from(PART)), ...bytes)
    expect(answer.status).toBe(413)
  })

  test('is drained only briefly if the call accepts no body', async () => {
    const answer = await live.raw(head('GET /health', { 'content-length': '800000000', connection: 'keep-alive' }), megabyte)
    expect(answer.status).toBe(200)
  })
})

describe('a body with a content encoding', () => {
  test.each(['gzip', 'deflate', 'br', 'zstd', 'x-evil', 'gzip, gzip', 'identity, gzip'])('"%s" is refused', async (encoding) => {
    for (const [path, type] of [
      ['/trpc/auth.createOneToken', 'application/json'],
      ['/api/v1/auth/create/one/token', 'application/json'],
      ['/api/v1/file/upload/order', MULTIPART],
    ] as const) {
      const headers = { 'content-type': type, 'content-encoding': encoding, origin: live.url, authorization: `Bearer ${token}` }
      const answer = await live.raw(
        head(`POST ${path}`, { ...headers, 'transfer-encoding': 'chunked' }),
        'a\r\n\x1f\x8b\x08\0\0\0\0\0\0\x03\r\n',
      )
      expect([path, answer.status]).toEqual([path, 415])
    }
  })
})

describe('a request that stops arriving ends with a timeout', () => {
  test.each([
    ['in its body', head('POST /api/v1/auth/create/one/token', { ...JSON_TYPE, 'content-length': '100' }), '{"a"', 408],
    ['in a chunk', head('POST /trpc/auth.createOneToken', { ...JSON_TYPE, 'transfer-encoding': 'chunked' }), 'ff\r\n{"json"', 408],
    ['in its headers', 'GET /health HTTP/1.1\r\nHost: loc', '', 408],
  ])('%s', async (_, first, rest, status) => {
    expect((await live.raw(first, rest)).status).toBe(status)
  })

  test('while a file is being uploaded', async () => {
    const headers = { 'content-type': MULTIPART, 'transfer-encoding': 'chunked', authorization: `Bearer ${token}` }
    const answer = await live.raw(head('POST /api/v1/file/upload/order', headers), ...chunk(Buffer.from(`${PART}<a>`)))
    expect(answer.status).toBe(408)
    expect(await t.query("select from upload where filename = 'a.xml'")).toEqual([])
  })
})

/** None of these requests ever did any harm; they are kept as regression tests. */
describe('malformed HTTP', () => {
  test.each([
    [
      'two content lengths',
      'POST /api/v1/auth/create/one/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!',
    ],
    [
      'a content length with a chunked body',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /ready HTTP/1.1\r\n\r\n',
    ],
    ['an unknown transfer encoding', 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['a content length that is not a number', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: +5\r\n\r\nhello'],
    [
      'a negative chunk length',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n',
    ],
    ['a header continued on the next line', 'GET /health HTTP/1.1\r\nHost: localhost\r\nA: b\r\n c: d\r\n\r\n'],
    ['a space before the colon', 'GET /health HTTP/1.1\r\nHost : localhost\r\n\r\n'],
    ['a NUL in a header', 'GET /health HTTP/1.1\r\nHost: localhost\r\nA: b\0c\r\n\r\n'],
    ['no Host header', 'GET /health HTTP/1.1\r\n\r\n'],
    ['no HTTP at all', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'],
    ['twenty kilobytes of headers', `GET /health HTTP/1.1\r\nHost: localhost\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['an invented method', 'BREW /health HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ])('is refused, and the connection ends: %s', async (_, text) => {
    const answer = await live.raw(Buffer.from(text, 'latin1'))
    expect([400, 413, 431]).toContain(answer.status)
    expect(answer.text.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect((await live.get('/health')).status).toBe(200)
  })

  test.each([
    '/%',
    '/%zz',
    '/%5c..%5cetc',
    '/api/v1/%c0%ae',
    '/trpc/%',
    '/..%2f..%2fetc%2fpasswd',
    '/assets/..%2f..%2fpackage.json',
    '//evil.example/',
    '/trpc/%00',
    `/a${'/a'.repeat(2000)}`,
  ])('with an unknown path gets an answer that reveals nothing: %s', async (path) => {
    const answer = await live.raw(head(`GET ${path}`))
    expect(answer.status).toBeLessThan(500)
    expect(answer.text).not.toMatch(/root:|"workspaces"|node_modules|at .*\.ts/)
  })
})
