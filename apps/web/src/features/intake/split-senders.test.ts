import { expect, test } from 'vitest'
import { splitSenders } from './split-senders.ts'

test('senders may be separated by commas, spaces or lines, and a repeated one counts once', () => {
  expect(splitSenders(' Orders@Northway.tst, @north.tst;\nnorth.tst ')).toEqual(['orders@northway.tst', 'north.tst'])
  expect(splitSenders(' \n')).toEqual([])
})
