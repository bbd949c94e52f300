import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { User } from '../user-words.tsx'
import { useMatrix } from './use-matrix.ts'

const person = (id: number) =>
  ({ id, isActive: true, customer: { id: 1, name: '', adminId: 9 }, userCustomerLocations: [] }) as unknown as User // the matrix reads only these fields
const place = { id: 1, name: 'Main' }

test('keeps clicks made while earlier changes are being saved', () => {
  const [ana, bo] = [person(1), person(2)]
  const { result } = renderHook(() => useMatrix([ana, bo], [place]))
  act(() => result.current.press(ana, place))
  const sent = result.current.changes
  act(() => result.current.press(bo, place))
  act(() => result.current.settle(sent))
  expect(result.current.changes.map(({ user }) => user.id)).toEqual([2])
})
