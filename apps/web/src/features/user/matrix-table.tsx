import type { AccessLevel } from '@seriatim/schema'
import { IconCheck, IconLock, IconPlus, IconUserStar } from '@tabler/icons-react'
import { Link } from 'wouter'
import { Avatar } from '../../ui/avatar.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Spoken } from '../../ui/text.tsx'
import css from './matrix.module.css'
import { isFixed, levelOf, type Matrix, type Place } from './use-matrix.ts'
import { emailOf, fullName, StatusBadge, type User } from './user-words.tsx'
import shared from './users.module.css'

const WORDS: Record<AccessLevel, string> = { none: 'None', user: 'User', admin: 'Admin' }

interface MatrixTableProps {
  users: readonly User[]
  places: readonly Place[]
  matrix: Matrix
}

/** At the desk: a row for each person, a column for each location. */
export function MatrixTable({ users, places, matrix }: MatrixTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard too
    <section className={css.scroll} tabIndex={0} aria-label="Users and their access to locations">
      <table className={css.matrix} aria-label="Access by location">
        <thead>
          <tr>
            <th scope="col">User</th>
            {places.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.id} className={user.isActive ? undefined : shared.off}>
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
        </tbody>
      </table>
    </section>
  )
}

export function Who({ user }: { user: User }) {
  const isOwner = user.id === user.customer.adminId
  return (
    <span className={shared.who}>
      <Avatar {...user} />
      <span>
        <Link href={`/users/${user.id}`} className={css.name}>
          <b>{fullName(user)}</b>
        </Link>
        <span className={shared.sub}>
          {isOwner ? 'Customer admin' : user.status === 'active' ? emailOf(user) : <StatusBadge user={user} />}
        </span>
      </span>
    </span>
  )
}

/** One cell: a press makes a user of nobody, an admin of a user, nobody of an admin. */
export function Cell({ user, place, matrix, isWide }: { user: User; place: Place; matrix: Matrix; isWide?: boolean }) {
  const from = levelOf(user, place)
  const to = matrix.to(user, place)
  if (user.id === user.customer.adminId)
    return (
      <span className={`${css.cell} ${css.locked}`}>
        <Glyph of={IconLock} size={16} /> All
      </span>
    )
  if (isFixed(user)) return <span className={`${css.cell} ${css.none}`}>{from === 'none' ? '–' : WORDS[from]}</span>
  const isChanged = to !== from
  const kind = isChanged ? css.changed : to === 'admin' ? css.admin : to === 'none' ? css.none : ''
  return (
    <button type="button" className={`${css.cell} ${kind}`} onClick={() => matrix.press(user, place)}>
      <Spoken>{isWide ? `${fullName(user)} at ` : `${fullName(user)} at ${place.name}: `}</Spoken>
      {isWide && <span className={css.place}>{place.name}</span>}
      <Mark from={from} to={to} />
    </button>
  )
}

function Mark({ from, to }: { from: AccessLevel; to: AccessLevel }) {
  if (from !== to && from !== 'none')
    return (
      <span>
        <s>{WORDS[from]}</s> <Spoken>, will be </Spoken>
        {WORDS[to]}
      </span>
    )
  if (to === 'none')
    return (
      <>
        <span aria-hidden="true">–</span>
        <Spoken>no access</Spoken>
      </>
    )
  const Icon = from !== to ? IconPlus : to === 'admin' ? IconUserStar : IconCheck
  return (
    <>
      <Glyph of={Icon} size={16} /> {WORDS[to]}
    </>
  )
}
