import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { useTestDb } from './fixtures.ts'

const webDist = mkdtempSync(join(tmpdir(), 'seriatim-web-'))
mkdirSync(join(webDist, 'assets'))
writeFileSync(join(webDist, 'index.html'), '<!doctype html><title>The page</title>')

const t = useTestDb({ config: { webDist } })
afterAll(() => {
  rmSync(webDist, { recursive: true })
})
const get = async (url: string) => (await t.app()).inject({ url })

describe('the page of the app', () => {
  test.each(['/', '/orders', '/sendapedigree/AB.12', '/sendapedigree/10.K7?medId=1', '/incidenttracker/1'])(
    'is returned for %s',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain('The page')
    },
  )

  test.each(['/none.js', '/favicon.ico?v=1', '/assets/none-1.js', '/.env', '/.well-known/security.txt'])(
    'is not returned for %s',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.body).not.toContain('The page')
    },
  )
})
