import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { User } from '../user-words.tsx'
import { useMatrix } from './use-matrix.ts'

const person = (id: number, userCustomerLocations: object[] = []) =>
  ({ id, isActive: true, customer: { id: 1, name: '', adminId: 9 }, userCustomerLocations }) as unknown as User // the only fields that the matrix reads
const place = { id: 1, name: 'Main' }

test('the access matrix keeps clicks made while earlier changes are being saved', () => {
  const [ana, bo] = [person(1), person(2)]
  const { result } = renderHook(() => useMatrix([ana, bo], [place]))
  act(() => result.current.press(ana, place))
  const sent = result.current.changes
  act(() => result.current.press(bo, place))
  act(() => result.current.settle(sent))
  expect(result.current.changes.map(({ user }) => user.id)).toEqual([2])
})

test('a click on the cell of an admin asks for a confirmation, and offers to remove only the admin role instead of all access', () => {
  const ana = person(1, [{ customerLocationId: 1, isAdmin: true }])
  const { result } = renderHook(() => useMatrix([ana], [place]))
  const press = () => act(() => result.current.press(ana, place))
  press()
  expect(result.current.changes).toEqual([])
  expect(result.current.leaving?.user).toBe(ana)
  act(() => result.current.answer())
  expect(result.current.leaving).toBeUndefined()
  expect(result.current.changes).toEqual([])
  press()
  act(() => result.current.answer('user'))
  expect(result.current.changes.map(({ to }) => to)).toEqual(['user'])
  act(() => result.current.discard())
  press()
  act(() => result.current.answer('none'))
  expect(result.current.changes.map(({ to }) => to)).toEqual(['none'])
})

test('setting a role in the matrix and clearing it again before saving needs no confirmation', () => {
  const ana = person(1)
  const { result } = renderHook(() => useMatrix([ana], [place]))
  for (const _ of ['user', 'admin', 'none']) act(() => result.current.press(ana, place))
  expect(result.current.leaving).toBeUndefined()
  expect(result.current.changes).toEqual([])
})
