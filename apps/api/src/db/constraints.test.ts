import { expect, test } from 'vitest'
import { coreErrors } from '../core/core.facts.ts'
import { findDatabaseError, isCollision, toConstraintError } from './constraints.ts'

/**
 * Returns the error for a violated constraint in two forms: as a single PostgreSQL server reports it, and as the coordinator of a cluster does
 * (docs/scale.md).
 */
const reports = (code: string, constraint: string) => [
  { code, constraint, message: `insert or update on table "x" violates foreign key constraint "${constraint}"` },
  { code, message: `insert or update on table "x_102044" violates foreign key constraint "${constraint}_102044"` },
]

test('a reference to a package that was just removed is a retryable conflict, also on a cluster', () => {
  for (const error of reports('23503', 'document_med__med'))
    expect([isCollision(error), findDatabaseError(error)]).toEqual([true, undefined])
  for (const error of reports('23503', 'document_med__order')) expect(isCollision(error)).toBe(false)
  expect(isCollision({ code: '40P01' })).toBe(true)
  expect(isCollision(undefined)).toBe(false)
})

test('a violated constraint becomes the error that its domain defines, and that error keeps the database’s code and the constraint’s name; other errors stay unchanged', () => {
  const known = { med__serial: coreErrors.exists_already }
  for (const report of reports('23505', 'med__serial')) {
    const error = toConstraintError(report, known)
    expect(error).toMatchObject({ code: '23505', constraint: 'med__serial', cause: report })
    expect([findDatabaseError(error), isCollision(error)]).toEqual([coreErrors.exists_already, true])
  }
  const [other] = reports('23505', 'med__other')
  expect(toConstraintError(other, known)).toBe(other)
})
