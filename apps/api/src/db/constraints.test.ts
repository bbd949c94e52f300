import { expect, test } from 'vitest'
import { isCollision, keyOfConstraint } from './constraints.ts'

/** As PostgreSQL tells of it, and as the coordinator of a cluster does (docs/scale.md). */
const told = (code: string, constraint: string) => [
  { code, constraint, message: `insert or update on table "x" violates foreign key constraint "${constraint}"` },
  { code, message: `insert or update on table "x_102044" violates foreign key constraint "${constraint}_102044"` },
]

test('a package that was removed meanwhile is a collision, on a cluster too', () => {
  for (const error of told('23503', 'document_med__med')) expect([isCollision(error), keyOfConstraint(error)]).toEqual([true, undefined])
  for (const error of told('23503', 'document_med__order')) expect(isCollision(error)).toBe(false)
  expect(isCollision({ code: '40P01' })).toBe(true)
  expect(isCollision(undefined)).toBe(false)
})
