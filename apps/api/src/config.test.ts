import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, VARIABLE_NAMES } from './config.ts'

const root = join(import.meta.dirname, '../../..')

test('.env.example names every variable that is read, and no other', () => {
  const named = [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)].map((match) => match[1])
  expect(named.sort()).toEqual([...VARIABLE_NAMES].sort())
})

test('production names every variable that is missing, in one sentence', () => {
  expect(() => readConfig({ NODE_ENV: 'production', SECRET_KEY: 'x'.repeat(32) })).toThrow(/PUBLIC_URL, MAIL_FROM, DATABASE_URL, SMTP_URL/)
})

test('a wrong value is refused with the name of its variable', () => {
  expect(() => readConfig({ PORT: '99999999' })).toThrow(/^PORT: /)
  expect(() => readConfig({ SECRET_KEY: 'short' })).toThrow(/SECRET_KEY/)
  expect(() => readConfig({ TLS_CERT: '/a', SECRET_KEY: 'x'.repeat(32) })).toThrow(/TLS_KEY/)
})

test('outside production it listens to this machine only', () => {
  const config = readConfig({ SECRET_KEY: 'x'.repeat(32), DATA_DIR: join(tmpdir(), 'seriatim-none') })
  expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, isProduction: false, trustProxy: false })
})

test('compose believes the one proxy in front, and waits longer than the app takes to end', () => {
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8')
  expect(compose).toMatch(/^ +TRUST_PROXY: \$\{TRUST_PROXY:-1\}$/m)
  const waits = Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])
  const { closeGraceSeconds } = readConfig({ SECRET_KEY: 'x'.repeat(32), DATA_DIR: join(tmpdir(), 'seriatim-none') })
  const last = Number(/CLOSE_MS = (\d+)_000/.exec(readFileSync(join(root, 'apps/api/src/main.ts'), 'utf8'))?.[1])
  expect(closeGraceSeconds).toBeLessThan(last)
  expect(last).toBeLessThan(waits)
})
