import { Box, Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { DividedList } from '../../../ui/list/divided-list.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { VisuallyHidden } from '../../../ui/text/text.tsx'
import { fullName, type User } from '../user-words.tsx'
import { Cell, Who } from './matrix-table.tsx'
import { findLevel, isFixed, type Matrix, type MatrixLocation } from './use-matrix.ts'

const Line = ({ children }: { children: ReactNode }) => (
  <Box component="p" px="xs" pt="xs" c="var(--ink-2)">
    {children}
  </Box>
)

interface MatrixListProps {
  users: readonly User[]
  places: readonly MatrixLocation[]
  matrix: Matrix
}

/** Phone layout: each person with their locations; other locations expand on tap. */
export function MatrixList({ users, places, matrix }: MatrixListProps) {
  return (
    <DividedList>
      {users.map((user) => (
        <li key={user.id}>
          <Who user={user} />
          <Lines user={user} places={places} matrix={matrix} />
        </li>
      ))}
    </DividedList>
  )
}

function Lines({ user, places, matrix }: { user: User; places: readonly MatrixLocation[]; matrix: Matrix }) {
  const [all, setAll] = useState(false)
  if (user.id === user.customer.adminId) return <Line>All {formatAmount(places.length, 'location')}</Line>
  const own = places.filter((place) => findLevel(user, place) !== 'none' || matrix.to(user, place) !== 'none')
  const shown = all ? places : own
  if (isFixed(user)) return <Line>{own.map(({ name }) => name).join(', ') || 'No access'}</Line>
  return (
    <>
      {shown.map((place) => (
        <Cell key={place.id} user={user} place={place} matrix={matrix} isWide />
      ))}
      {shown.length === 0 && <Line>No access</Line>}
      {!all && own.length < places.length && (
        <Button variant="subtle" size="xs" onClick={() => setAll(true)}>
          {formatAmount(places.length - own.length, 'more location')}
          <VisuallyHidden> of {fullName(user)}</VisuallyHidden>
        </Button>
      )}
    </>
  )
}
