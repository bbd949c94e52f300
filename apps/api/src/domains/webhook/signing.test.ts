import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { signatureHeaders, writeSecret } from './signing.ts'

// map() returns three texts here, but its type does not state the length
const [secret, previous, foreign] = [1, 2, 3].map((fill) => writeSecret(Buffer.alloc(32, fill))) as [string, string, string]
const body = '{"type":"order.imported","data":{"name":"Ünïcode"}}'
const now = () => Math.floor(Date.now() / 1000)
const verify = (key: string, headers: Record<string, string>, text = body) => new Webhook(key).verify(text, headers)

describe('the signature of a message', () => {
  test('equals the one made by the specification’s own library', () => {
    const timestamp = now()
    const headers = signatureHeaders({ id: 'msg_1', timestamp, body }, [secret])
    expect(headers['webhook-signature']).toBe(new Webhook(secret).sign('msg_1', new Date(timestamp * 1000), body))
    expect(verify(secret, headers)).toEqual(JSON.parse(body))
  })

  test('verifies with either secret during a rotation, and with no other', () => {
    const headers = signatureHeaders({ id: 'msg_1', timestamp: now(), body }, [secret, previous])
    expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    expect([verify(secret, headers), verify(previous, headers)]).toEqual([JSON.parse(body), JSON.parse(body)])
    expect(() => verify(foreign, headers)).toThrow()
  })

  test('does not verify for another body, id or time', () => {
    const timestamp = now()
    const headers = signatureHeaders({ id: 'msg_1', timestamp, body }, [secret])
    expect(() => verify(secret, headers, `${body} `)).toThrow()
    expect(() => verify(secret, { ...headers, 'webhook-id': 'msg_2' })).toThrow()
    expect(() => verify(secret, { ...headers, 'webhook-timestamp': String(timestamp - 1) })).toThrow()
  })

  test('is made with a secret of the documented form', () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  })
})
