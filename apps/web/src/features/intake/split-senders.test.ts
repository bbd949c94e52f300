import { expect, test } from 'vitest'
import { splitSenders } from './split-senders.ts'

test('senders may be separated by commas, spaces or line breaks, and a repeated sender counts once', () => {
  expect(splitSenders(' Orders@Northway.tst, @north.tst;\nnorth.tst ')).toEqual(['orders@northway.tst', 'north.tst'])
  expect(splitSenders(' \n')).toEqual([])
})
