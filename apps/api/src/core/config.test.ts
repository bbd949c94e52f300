import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { computeAllowance } from '@seriatim/schema'
import { expect, onTestFinished, test } from 'vitest'
import { CLOSE_MS, expectSafeExposure, readConfig, VARIABLE_NAMES } from './config.ts'

const root = join(import.meta.dirname, '../../../..')

test('.env.example names every variable that the app reads, and no others', () => {
  const named = [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)].map((match) => match[1])
  expect(named.sort()).toEqual([...VARIABLE_NAMES].sort())
})

test('in production one message names every missing variable', () => {
  expect(() => readConfig({ NODE_ENV: 'production', SECRET_KEY: 'x'.repeat(32) })).toThrow(/PUBLIC_URL, MAIL_FROM, DATABASE_URL, SMTP_URL/)
})

test('the error about an invalid value names the variable', () => {
  expect(() => readConfig({ PORT: '99999999' })).toThrow(/^PORT: /)
  expect(() => readConfig({ SECRET_KEY: 'short' })).toThrow(/SECRET_KEY/)
  expect(() => readConfig({ TLS_CERT: '/a', SECRET_KEY: 'x'.repeat(32) })).toThrow(/TLS_KEY/)
})

test('outside production the server listens on this machine only', () => {
  const config = readConfig({ SECRET_KEY: 'x'.repeat(32), DATA_DIR: join(tmpdir(), 'seriatim-none') })
  expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, isProduction: false, trustProxy: false })
})

test('without NODE_ENV, the server refuses to start if strangers could reach the demo logins, unless that is explicitly allowed', () => {
  const rest = { SECRET_KEY: 'x'.repeat(32), DATA_DIR: join(tmpdir(), 'seriatim-none') }
  const start = (env: NodeJS.ProcessEnv) => () => expectSafeExposure(readConfig({ ...rest, ...env }))
  for (const env of [{ HOST: '0.0.0.0' }, { HOST: '::' }, { PUBLIC_URL: 'https://a.example.com' }, { DATABASE_URL: 'postgres://a@b/c' }]) {
    expect(start(env)).toThrow(/NODE_ENV=production.*DEMO_LOGINS=1/)
    expect(start({ ...env, NODE_ENV: 'development' })).toThrow(/DEMO_LOGINS=1/)
    expect(start({ ...env, DEMO_LOGINS: '1' })).not.toThrow()
  }
  for (const env of [{}, { HOST: 'localhost' }, { HOST: '::1' }, { PUBLIC_URL: 'http://127.0.0.1:3000' }]) expect(start(env)).not.toThrow()
})

test('compose.yaml trusts exactly one proxy, and gives the app enough time to shut down', () => {
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8')
  expect(compose).toMatch(/^ +TRUST_PROXY: \$\{TRUST_PROXY:-1\}$/m)
  const waits = Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])
  const { closeGraceSeconds } = readConfig({ SECRET_KEY: 'x'.repeat(32), DATA_DIR: join(tmpdir(), 'seriatim-none') })
  expect(closeGraceSeconds).toBeLessThan(CLOSE_MS / 1000)
  expect(CLOSE_MS / 1000).toBeLessThan(waits)
})

test('the payment provider must be configured completely or not at all, and production needs a provider or BILLING=off', () => {
  const rest = { SECRET_KEY: 'x'.repeat(32), DATA_DIR: join(tmpdir(), 'seriatim-none') }
  expect(readConfig(rest)).toMatchObject({ isBillingOn: true, payment: undefined })
  expect(() => readConfig({ ...rest, PAYMENT_URL: 'https://pay.example.com' })).toThrow(/needs PAYMENT_STORE_URL, .*or BILLING=off/)
  const production = {
    ...rest,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://a.example.com',
    MAIL_FROM: 'a@b.c',
    DATABASE_URL: 'x',
    SMTP_URL: 'smtp://m',
  }
  expect(() => readConfig(production)).toThrow(/^The payment provider needs PAYMENT_URL, /)
  expect(readConfig({ ...production, BILLING: 'off' })).toMatchObject({ isBillingOn: false, payment: undefined })
  const credentials = { PAYMENT_USERNAME: 'u', PAYMENT_PASSWORD: 'p', PAYMENT_WEBHOOK_SECRET: 's'.repeat(16) }
  const whole = { ...production, ...credentials, PAYMENT_URL: 'https://pay.example.com/', PAYMENT_STORE_URL: 'https://shop.example.com' }
  expect(readConfig(whole).payment).toMatchObject({ url: 'https://pay.example.com', storeUrl: 'https://shop.example.com' })
})

test('[BILL-039 BILL-041] products and entitlements are read from a file; if the file is unreadable, the error names it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seriatim-plans-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'plans.json')
  const rest = { SECRET_KEY: 'x'.repeat(32), DATA_DIR: join(tmpdir(), 'seriatim-none'), CATALOGUE: file }
  expect(() => readConfig(rest)).toThrow(/^CATALOGUE: .*plans\.json: /)
  writeFileSync(file, '{ "clinic": { "title": "Clinic", "kind": "plan", "locations": 3, "users": "unlimited" } }')
  const { plans } = readConfig(rest)
  expect(computeAllowance(plans, [{ product: 'CLINIC', quantity: 2, isActive: true }])).toMatchObject({ locations: 6, users: 'unlimited' })
  writeFileSync(file, '{ "clinic": { "title": "Clinic", "kind": "moon" } }')
  expect(() => readConfig(rest)).toThrow(/^CATALOGUE: /)
})
