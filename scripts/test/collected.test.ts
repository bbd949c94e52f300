import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findUsers } from './collected.ts'

test('tests read the collected documents only through collected.ts, which can hide the documents from all tests', () => {
  const users = findUsers(join(import.meta.dirname, '../..')).filter(({ isTest }) => isTest)
  expect(users.length).toBeGreaterThan(0)
  expect(users.filter(({ asks }) => !asks)).toEqual([])
})
