import { expect, test } from 'vitest'
import { isServerAway } from './mail.rules.ts'

const fail = (more: object) => Object.assign(new Error('It failed.'), more)

test('a server that cannot be reached, or does not begin, is away', () => {
  for (const facts of [
    { code: 'ESOCKET', syscall: 'connect' },
    { code: 'EDNS' },
    { code: 'ECONNREFUSED' },
    { code: 'ETIMEDOUT', timeoutType: 'CONNECT_TIMEOUT' },
    { code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT' },
    { code: 'EPROTOCOL', responseCode: 451 },
    { responseCode: 421 },
  ])
    expect(isServerAway(fail(facts)), JSON.stringify(facts)).toBe(true)
})

test('one that fell silent or hung up when it may have had the mail is not, nor one that refuses our sign-in or the mail', () => {
  for (const facts of [
    { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT', command: 'CONN' },
    { code: 'ECONNECTION', command: 'CONN' },
    { code: 'ESOCKET', syscall: 'read' },
    { code: 'EAUTH', responseCode: 535 },
    { code: 'EENVELOPE', responseCode: 550 },
    {},
  ])
    expect(isServerAway(fail(facts)), JSON.stringify(facts)).toBe(false)
  expect(isServerAway(undefined)).toBe(false)
})
