import { describe, expect, test } from 'vitest'
import { PREPARE_MARK, PreparedStatements } from './prepared-statements.ts'

const LONG = `select ${PREPARE_MARK} (select coalesce(json_agg(row), '[]') from (select ${'a, '.repeat(400)}b from med where customer_id = $1) as row) as meds`
const beginReading = (plans: PreparedStatements) => plans.pickName("start transaction read only; set local app.customer_id = '3'", false)

describe('prepared plans of a connection', () => {
  test('are kept for repeated statements, each under its own name', () => {
    const plans = new PreparedStatements()
    beginReading(plans)
    const other = `${LONG} limit $2`
    expect([LONG, LONG, LONG, other, other].map((text) => plans.pickName(text, true))).toEqual([
      undefined,
      'kept 1',
      'kept 1',
      undefined,
      'kept 2',
    ])
  })

  test('are not kept for short statements, statements without parameters, or lists of varying length', () => {
    const plans = new PreparedStatements()
    beginReading(plans)
    const twice = (text: string, hasValues = true) => [plans.pickName(text, hasValues), plans.pickName(text, hasValues)][1]
    expect(twice('select name from location where id = $1')).toBeUndefined()
    expect(twice(LONG, false)).toBeUndefined()
    expect(twice(`${LONG} and id in ($2, $3)`)).toBeUndefined()
    expect(twice(`${LONG} and id in ($2)`)).toBe('kept 1')
  })

  test('are kept only on request, because searches and pages need plans made for their own parameters', () => {
    const plans = new PreparedStatements()
    beginReading(plans)
    const twice = (text: string) => [plans.pickName(text, true), plans.pickName(text, true)][1]
    expect(twice(`select ${'a, '.repeat(400)}b from med where customer_id = $1 order by dated_at desc limit $2`)).toBeUndefined()
    expect(twice(LONG.replace(`${PREPARE_MARK} `, ''))).toBeUndefined()
    expect(twice(LONG)).toBe('kept 1')
  })

  test('are not kept in a transaction that writes', () => {
    const plans = new PreparedStatements()
    const ask = () => plans.pickName(LONG, true)
    for (const text of [
      "start transaction read write; set local app.customer_id = '3'",
      'begin',
      'begin; set local x = 1',
      'commit',
      'rollback',
    ]) {
      beginReading(plans)
      plans.pickName(text, false)
      expect([ask(), ask(), ask()]).toEqual([undefined, undefined, undefined])
    }
    beginReading(plans)
    plans.pickName('rollback to savepoint here', false)
    expect([ask(), ask()]).toEqual([undefined, 'kept 1'])
  })

  test('are limited in number', () => {
    const plans = new PreparedStatements()
    beginReading(plans)
    const names = Array.from({ length: 80 }, (_, n) => [1, 2].map(() => plans.pickName(`${LONG} offset ${n}`, true))[1])
    expect(names.filter((name) => name !== undefined)).toHaveLength(40)
    expect(plans.pickName(`${LONG} offset 0`, true)).toBe('kept 1')
  })

  test('are never kept again for a statement whose plan was dropped after a failure', () => {
    const plans = new PreparedStatements()
    beginReading(plans)
    const ask = () => plans.pickName(LONG, true)
    expect([ask(), ask()]).toEqual([undefined, 'kept 1'])
    plans.drop(LONG)
    expect([ask(), ask(), ask()]).toEqual([undefined, undefined, undefined])
    expect([1, 2].map(() => plans.pickName(`${LONG} limit 1`, true))[1]).toBe('kept 2')
  })
})
