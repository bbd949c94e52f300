import { isGln } from '@seriatim/gs1'
import { afterEach, expect, test } from 'vitest'
import { newParty } from './make.ts'

const { pid } = process

afterEach(() => {
  Object.defineProperty(process, 'pid', { value: pid })
})

test('every test party gets its own valid GLN, regardless of the process id', () => {
  // GLNs once contained the process id: one that ends in 999 made them 14 digits long after a thousand parties.
  Object.defineProperty(process, 'pid', { value: 39_999 })
  const glns = Array.from({ length: 2_000 }, () => newParty('Corner Pharmacy').location.gln)
  expect(glns.filter((gln) => !isGln(gln))).toEqual([])
  expect(new Set(glns).size).toBe(glns.length)
})
