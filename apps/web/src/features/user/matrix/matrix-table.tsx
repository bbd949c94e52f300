import { Group, Text, UnstyledButton } from '@mantine/core'
import type { AccessLevel } from '@seriatim/schema'
import { IconCheck, IconLock, IconPlus, IconUserStar } from '@tabler/icons-react'
import { Link } from 'wouter'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { Avatar } from '../../../ui/text/avatar.tsx'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { SubText, VisuallyHidden } from '../../../ui/text/text.tsx'
import { fullName, pickEmail, type User, UserStatusBadge } from '../user-words.tsx'
import css from '../users.module.css'
import { findLevel, isFixed, type Matrix, type MatrixLocation } from './use-matrix.ts'

const WORDS: Record<AccessLevel, string> = { none: 'None', user: 'User', admin: 'Admin' }

interface MatrixTableProps {
  users: readonly User[]
  places: readonly MatrixLocation[]
  matrix: Matrix
}

/** Desktop layout: a row per person, a column per location. */
export function MatrixTable({ users, places, matrix }: MatrixTableProps) {
  return (
    <PlainTable label="Access by location" region="Users and their access to locations" head={['User', ...places.map(({ name }) => name)]}>
      {users.map((user) => (
        <tr key={user.id} className={user.isActive ? undefined : css.off}>
          <th scope="row">
            <Who user={user} />
          </th>
          {places.map((place) => (
            <td key={place.id}>
              <Cell user={user} place={place} matrix={matrix} />
            </td>
          ))}
        </tr>
      ))}
    </PlainTable>
  )
}

export function Who({ user }: { user: User }) {
  const isOwner = user.id === user.customer.adminId
  return (
    <Group component="span" gap="sm" wrap="nowrap" miw={180}>
      <Avatar {...user} />
      <span>
        <Link href={`/users/${user.id}`}>
          <b>{fullName(user)}</b>
        </Link>
        <SubText>{isOwner ? 'Customer admin' : user.status === 'active' ? pickEmail(user) : <UserStatusBadge user={user} />}</SubText>
      </span>
    </Group>
  )
}

/** One person's access to one location. Each click moves to the next level: no access, user, admin. */
export function Cell({ user, place, matrix, isWide }: { user: User; place: MatrixLocation; matrix: Matrix; isWide?: boolean }) {
  const from = findLevel(user, place)
  const to = matrix.to(user, place)
  if (user.id === user.customer.adminId)
    return (
      <span className={css.cell}>
        <Glyph of={IconLock} size={16} /> All
      </span>
    )
  if (isFixed(user)) return <span className={css.cell}>{from === 'none' ? '–' : WORDS[from]}</span>
  const isChanged = to !== from
  return (
    <UnstyledButton className={css.cell} mod={{ changed: isChanged }} onClick={() => matrix.press(user, place)}>
      <VisuallyHidden>{isWide ? `${fullName(user)} at ` : `${fullName(user)} at ${place.name}: `}</VisuallyHidden>
      {isWide && (
        <Text span inherit mr="auto" c="var(--ink-2)">
          {place.name}
        </Text>
      )}
      <Mark from={from} to={to} />
    </UnstyledButton>
  )
}

function Mark({ from, to }: { from: AccessLevel; to: AccessLevel }) {
  if (from !== to && from !== 'none')
    return (
      <span>
        <s>{WORDS[from]}</s> <VisuallyHidden>, will be </VisuallyHidden>
        {WORDS[to]}
      </span>
    )
  if (to === 'none')
    return (
      <>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>no access</VisuallyHidden>
      </>
    )
  const Icon = from !== to ? IconPlus : to === 'admin' ? IconUserStar : IconCheck
  return (
    <>
      <Glyph of={Icon} size={16} /> {to === 'admin' ? <b>{WORDS[to]}</b> : WORDS[to]}
    </>
  )
}
