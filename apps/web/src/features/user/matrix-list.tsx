import { Button } from '@mantine/core'
import { useState } from 'react'
import { countOf } from '../../ui/format.ts'
import { Spoken } from '../../ui/text.tsx'
import css from './matrix.module.css'
import { Cell, Who } from './matrix-table.tsx'
import { isFixed, levelOf, type Matrix, type Place } from './use-matrix.ts'
import { fullName, type User } from './user-words.tsx'

interface MatrixListProps {
  users: readonly User[]
  places: readonly Place[]
  matrix: Matrix
}

/** On a phone: each person with their locations, the others behind a press. */
export function MatrixList({ users, places, matrix }: MatrixListProps) {
  return (
    <ul className={css.people}>
      {users.map((user) => (
        <li key={user.id}>
          <Who user={user} />
          <Lines user={user} places={places} matrix={matrix} />
        </li>
      ))}
    </ul>
  )
}

function Lines({ user, places, matrix }: { user: User; places: readonly Place[]; matrix: Matrix }) {
  const [all, setAll] = useState(false)
  if (user.id === user.customer.adminId) return <p className={css.line}>All {countOf(places.length, 'location')}</p>
  const own = places.filter((place) => levelOf(user, place) !== 'none' || matrix.to(user, place) !== 'none')
  const shown = all ? places : own
  if (isFixed(user)) return <p className={css.line}>{own.map(({ name }) => name).join(', ') || 'No access'}</p>
  return (
    <>
      {shown.map((place) => (
        <Cell key={place.id} user={user} place={place} matrix={matrix} isWide />
      ))}
      {shown.length === 0 && <p className={css.line}>No access</p>}
      {!all && own.length < places.length && (
        <Button variant="subtle" size="xs" onClick={() => setAll(true)}>
          {countOf(places.length - own.length, 'more location')}
          <Spoken> of {fullName(user)}</Spoken>
        </Button>
      )}
    </>
  )
}
