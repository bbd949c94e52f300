import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CLIENT_TYPES, makeClientTypes } from './client-types.ts'

test('the types of the client match the table of /api/v2 (if not, run `npm run client:types`)', async () => {
  expect(readFileSync(CLIENT_TYPES, 'utf8')).toBe(await makeClientTypes())
})
