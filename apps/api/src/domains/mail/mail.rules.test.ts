import { expect, test } from 'vitest'
import { isServerUnavailable } from './mail.rules.ts'

const fail = (more: object) => Object.assign(new Error('It failed.'), more)

test('a mail server that cannot be reached, or sends no greeting, counts as unavailable', () => {
  for (const facts of [
    { code: 'ESOCKET', syscall: 'connect' },
    { code: 'EDNS' },
    { code: 'ECONNREFUSED' },
    { code: 'ETIMEDOUT', timeoutType: 'CONNECT_TIMEOUT' },
    { code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT' },
    { code: 'EPROTOCOL', responseCode: 451 },
    { responseCode: 421 },
  ])
    expect(isServerUnavailable(fail(facts)), JSON.stringify(facts)).toBe(true)
})

test('a mail server does not count as unavailable if it may already have received the email, or if it rejects our sign-in or the email', () => {
  for (const facts of [
    { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT', command: 'CONN' },
    { code: 'ECONNECTION', command: 'CONN' },
    { code: 'ESOCKET', syscall: 'read' },
    { code: 'EAUTH', responseCode: 535 },
    { code: 'EENVELOPE', responseCode: 550 },
    {},
  ])
    expect(isServerUnavailable(fail(facts)), JSON.stringify(facts)).toBe(false)
  expect(isServerUnavailable(undefined)).toBe(false)
})
