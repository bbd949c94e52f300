import { beforeAll, describe, expect, test } from 'vitest'
import { useTestDb } from '../fixtures.ts'
import type { TestDb } from '../harness.ts'
import { newCustomer, type TestCustomer } from '../make.ts'

const t = useTestDb()
let customer: TestCustomer
let app: Awaited<ReturnType<TestDb['app']>>
let authorization: string
beforeAll(async () => {
  customer = await newCustomer(t)
  app = await t.app()
  authorization = `Bearer ${await t.signIn(customer.admin)}`
})

const cursor = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url')

describe('values that cannot be stored', () => {
  test.each([
    ['GET', '/api/v1/order/read/many/search?senderName=%00', undefined],
    ['GET', '/api/v1/med/read/many/by/search?serialNumber=a%00b', undefined],
    ['GET', `/api/v1/order/read/many/search?cursor=${cursor(['-271821-04-20T00:00:00Z', 1])}`, undefined],
    ['GET', `/api/v1/med/read/many/by/search?cursor=${cursor(['x', 1])}`, undefined],
    ['GET', '/api/v1/order/read/many/search?cursor=nonsense', undefined],
    ['POST', '/api/v1/auth/create/one/token', { emailAddress: 'a\u0000@b.co', password: 'x' }],
    ['POST', '/api/v1/auth/create/one/temporarypassword', { emailAddress: 'a\u0000@b.co' }],
  ] as const)('cause a bad request instead of an internal error in %s %s', async (method, url, payload) => {
    const answer = await app.inject({ method, url, headers: { authorization }, ...(payload ? { payload } : {}) })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ type: 'ERROR', payload: { class: 'error' } })
  })
})

describe('an interrupted upload', () => {
  test.each([
    ['a body without a boundary', 'multipart/form-data', 'x'],
    [
      'an end in the middle of a part',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.xml"\r\n\r\n<a>',
    ],
  ])('causes an error about an interruption or a missing file if the request has %s', async (_, type, payload) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/file/upload/order',
      headers: { authorization, 'content-type': type },
      payload,
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().payload.msg).toMatch(/interrupted|No file selected/)
  })
})
