import type { PersonPage } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import type { Context } from '../../../call/context.ts'
import { AppError } from '../../../core/errors.ts'
import { makePersonName } from '../../../core/text/person.ts'
import { readInOneQuery, withInstants } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { readLatest } from '../../audit/audit.service.ts'
import { readSignIn, withCustomerAndLogins } from '../../auth/person/login.service.ts'
import { userErrors } from '../user.facts.ts'
import { selectLocationNames, selectPeopleWithAccess } from './people.queries.ts'
import { actionsAt, actionsFor, findLastAdmin, isAdminAt } from './people.rules.ts'
import { asCustomerUser, type PersonWithAccess, toPeople } from './people.service.ts'
import { findInviter, findMailState, selectLastRemovals } from './person.queries.ts'

/** Number of recent audit lines on a person's page. */
const LATELY = 8

/** Reads one person for their page. A location admin sees only data of their own locations. @throws AppError user_not_found. */
export function readPersonPage(ctx: Context, session: Session, userId: number): Promise<PersonPage> {
  return withCustomerAndLogins(ctx, session, async (tx, logins) => {
    const { removals, places, ...people } = await readInOneQuery(tx, {
      ...selectPeopleWithAccess(tx),
      removals: selectLastRemovals(userId),
      places: selectLocationNames(tx),
    })
    const everybody = toPeople(people)
    const target = everybody.find(({ id }) => id === userId)
    const actor = everybody.find(({ id }) => id === session.userId)
    if (!target || !actor) throw new AppError(userErrors.user_not_found)
    const may = actionsFor(actor, target)
    const isTheirs = actor.isCustomerAdmin || actor.id === target.id || may.length > 0
    const whose = { customerId: session.customerId, userId }
    return {
      user: asCustomerUser(target, session),
      isCustomerAdmin: target.isCustomerAdmin,
      isSelf: actor.id === target.id,
      may,
      locations: collectLocations({ actor, target, everybody, places, removals: withInstants(removals, 'at') }),
      invited: isTheirs ? await readInvited(tx, target) : null,
      joinedAt: isTheirs ? (target.row.joinedAt?.toISOString() ?? null) : null,
      deactivatedAt: target.row.deactivatedAt?.toISOString() ?? null,
      signIn: isTheirs ? await readSignIn(logins, ctx, whose) : null,
      lately: actor.isCustomerAdmin ? await readLatest(tx, ctx.catalog, { userId, limit: LATELY }) : null,
    }
  })
}

interface Places {
  actor: PersonWithAccess
  target: PersonWithAccess
  everybody: PersonWithAccess[]
  places: readonly { id: number; name: string }[]
  /** For each location, the last time the target lost access to it. */
  removals: readonly { locationId: number; at: Date }[]
}

/**
 * Lists the locations that the caller administers: first those to which the person has access, then those to which the person lost access, then the
 * others. Each group is sorted by name.
 */
function collectLocations({ actor, target, everybody, places, removals }: Places) {
  const removedAt = new Map(removals.map(({ locationId, at }) => [locationId, at]))
  const lastAt = findLastAdmin(target, everybody)
  const shown = places.filter(({ id }) => isAdminAt(actor, id))
  const lines = shown.map(({ id, name }): PersonPage['locations'][number] => {
    const place = target.places.find((one) => one.locationId === id)
    const removal = removedAt.get(id)
    return {
      customerLocationId: id,
      name,
      access: target.isCustomerAdmin ? 'admin' : place ? (place.isAdmin ? 'admin' : 'user') : 'none',
      since: place?.grantedAt?.toISOString() ?? null,
      grantedBy: place ? makePersonName({ firstName: place.granterFirstName, lastName: place.granterLastName }) : null,
      until: place ? null : (removal?.toISOString() ?? null),
      may: actionsAt(actor, target, id),
      isLastAdmin: lastAt.includes(id),
    }
  })
  const rank = ({ access, until }: PersonPage['locations'][number]) => (access !== 'none' ? 0 : until ? 1 : 2)
  return lines.toSorted((a, b) => rank(a) - rank(b))
}

async function readInvited(tx: CustomerTx, { row }: PersonWithAccess): Promise<PersonPage['invited']> {
  if (!row.invitedAt) return null
  return {
    at: row.invitedAt.toISOString(),
    by: row.invitedById === null ? null : await findInviter(tx, row.invitedById),
    sentAt: row.invitationSentAt?.toISOString() ?? null,
    mail: row.invitationMailId === null ? null : await findMailState(tx, row.invitationMailId),
  }
}
