import type { AccessLevel } from '@seriatim/schema'
import { useState } from 'react'
import type { User } from '../user-words.tsx'

export interface MatrixLocation {
  id: number
  name: string
}

export interface MatrixChange {
  user: User
  place: MatrixLocation
  from: AccessLevel
  to: AccessLevel
}

const NEXT: Record<AccessLevel, AccessLevel> = { none: 'user', user: 'admin', admin: 'none' }

export function findLevel({ userCustomerLocations }: User, place: MatrixLocation): AccessLevel {
  const there = userCustomerLocations.find((one) => one.customerLocationId === place.id)
  return there ? (there.isAdmin ? 'admin' : 'user') : 'none'
}

/** Whether a user's cells can't be changed here: the customer admin has all permissions, and a deactivated user can't be granted any. */
export const isFixed = ({ id, customer, isActive }: User) => id === customer.adminId || !isActive

const makeCellKey = (user: User, place: MatrixLocation) => `${user.id} ${place.id}`

/** Changes clicked but not saved yet. A click back to the saved state removes the change. */
export function useMatrix(users: readonly User[], places: readonly MatrixLocation[]) {
  const [wanted, setWanted] = useState<ReadonlyMap<string, AccessLevel>>(new Map())
  const [leaving, setLeaving] = useState<Pick<MatrixChange, 'user' | 'place'>>()
  const changes = users.flatMap((user) =>
    places.flatMap((place): MatrixChange[] => {
      const from = findLevel(user, place)
      const to = wanted.get(makeCellKey(user, place)) ?? from
      return to === from || isFixed(user) ? [] : [{ user, place, from, to }]
    }),
  )
  const set = (user: User, place: MatrixLocation, to: AccessLevel | undefined) =>
    setWanted((before) => {
      const next = new Map(before)
      if (to === undefined) next.delete(makeCellKey(user, place))
      else next.set(makeCellKey(user, place), to)
      return next
    })
  return {
    changes,
    to: (user: User, place: MatrixLocation): AccessLevel => wanted.get(makeCellKey(user, place)) ?? findLevel(user, place),
    press(user: User, place: MatrixLocation) {
      const from = findLevel(user, place)
      const to = NEXT[wanted.get(makeCellKey(user, place)) ?? from]
      if (from === 'admin' && to === 'none') setLeaving({ user, place })
      else set(user, place, to)
    },
    /**
     * The admin and the location whose access the last click would remove entirely; the page asks the user first. Undefined if there is nothing to
     * ask.
     */
    leaving,
    answer(to?: AccessLevel) {
      if (leaving && to) set(leaving.user, leaving.place, to)
      setLeaving(undefined)
    },
    undo: ({ user, place }: MatrixChange) => set(user, place, undefined),
    discard: () => setWanted(new Map()),
    /** Removes the changes that were saved and keeps those that the user made since. */
    settle: (saved: readonly MatrixChange[]) =>
      setWanted((before) => {
        const isSaved = (key: string, to: AccessLevel) => saved.some((one) => makeCellKey(one.user, one.place) === key && one.to === to)
        return new Map([...before].filter(([key, to]) => !isSaved(key, to)))
      }),
  }
}
export type Matrix = ReturnType<typeof useMatrix>

/** Describes a change as the end of a sentence about a person, such as "becomes admin at 240 Court Street, was user". */
export function describeChange({ place, from, to }: MatrixChange): string {
  if (to === 'none') return `loses access to ${place.name}`
  return `becomes ${to} at ${place.name}${from === 'none' ? '' : `, was ${from}`}`
}
