import { expect, test } from 'vitest'
import { findProject, findTests } from './choose.ts'
import { applyMutant, listMutants, pickEvenly } from './points.ts'

const mutate = (text: string) => listMutants('x.ts', text).map((mutant) => applyMutant(text, mutant))

test('the mutator moves the boundary of a comparison and reverses the comparison', () => {
  expect(mutate('a < b')).toEqual(['a <= b', 'a >= b'])
  expect(mutate('a === b')).toEqual(['a !== b'])
})

test('the mutator changes conditions, defaults, numbers, flags and calls with side effects', () => {
  expect(mutate('if (a) b()')).toEqual(['if (true) b()', 'if (false) b()', 'if (a) undefined'])
  expect(mutate('const x = a ?? b')).toEqual(['const x = a'])
  expect(mutate('const x = !a && list.some(f)')).toEqual([
    'const x = (a) && list.some(f)',
    'const x = !a || list.some(f)',
    'const x = !a && list.every(f)',
  ])
  expect(mutate('const MOST = 5, isOn = true')).toEqual(['const MOST = 6, isOn = true', 'const MOST = 5, isOn = false'])
})

test('the mutator leaves types, imports and string literals unchanged', () => {
  expect(mutate("import x from 'y'\ntype A = 1 | true\nlet a: 2 = f<3>()\nconst words = 'a' + b")).toEqual([])
})

test('the mutator spreads a sample over the whole file', () => {
  expect(pickEvenly([0, 1, 2, 3, 4, 5, 6, 7], 4)).toEqual([0, 2, 4, 6])
  expect(pickEvenly([0, 1], 4)).toEqual([0, 1])
})

test('the mutator runs the tests that import a rule, the tests of a service’s domain, and the tests of any requirement that the mutated file cites', () => {
  const tests = [
    { file: 'apps/api/src/domains/order/receive/receive.rules.test.ts', text: "from './receive.rules.ts'" },
    { file: 'apps/api/test/order/order.int.test.ts', text: '' },
    { file: 'apps/api/test/hold/hold.int.test.ts', text: "test('[RECV-006] x')" },
    { file: 'apps/web/src/x.test.tsx', text: "test('[RECV-006] x')" },
  ]
  const find = (file: string, text = '') =>
    findTests(`apps/api/src/domains/order/${file}`, text, tests).map((name) => name.split('/').at(-1))
  expect(find('receive/receive.rules.ts')).toEqual(['receive.rules.test.ts'])
  expect(find('receive/receive.rules.ts', '// RECV-006')).toEqual(['receive.rules.test.ts', 'hold.int.test.ts'])
  expect(find('receive/receive.service.ts')).toEqual(['order.int.test.ts'])
  expect(tests.map(({ file }) => findProject(file))).toEqual(['unit', 'int', 'int', 'web'])
})
