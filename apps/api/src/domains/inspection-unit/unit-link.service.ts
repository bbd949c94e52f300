import type { InspectionLink, NewInspectionLink, UnitAnswers } from '@seriatim/schema'
import { may, must, type Session } from '../../call/access/access.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { DAY_MS } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx, Guest } from '../../db/types.ts'
import { readPersonSession } from '../auth/person/person.service.ts'
import { createLink, listLinks, revokeLink } from '../inspection-link/inspection-link.service.ts'
import { readCustomerSettings } from '../user/customer/customer-setting.service.ts'
import { findUnitPlace } from './inspection-unit.queries.ts'
import { answerUnit } from './inspection-unit.service.ts'

/** @throws AppError pedigree_not_found */
async function expectPlace(tx: CustomerTx, medId: number) {
  const place = await findUnitPlace(tx, medId)
  if (!place) throw new AppError(coreErrors.pedigree_not_found)
  return place
}

export async function listUnitLinks(tx: CustomerTx, session: Session, { medId }: { medId: number }): Promise<InspectionLink[]> {
  const { locationId } = await expectPlace(tx, medId)
  must(session, 'med:read', locationId)
  return listLinks(tx, { kind: 'unit', subjectId: medId })
}

/** Creates a link that is valid for 24 hours. Anyone who may email the package's pedigree may also show it with a link. */
export async function createUnitLink(tx: CustomerTx, session: Session, { medId }: { medId: number }): Promise<NewInspectionLink> {
  const { locationId } = await expectPlace(tx, medId)
  must(session, 'med:write', locationId)
  const expiresAt = new Date(session.now.getTime() + DAY_MS)
  return createLink(tx, session, { kind: 'unit', subjectId: medId, locationId, expiresAt })
}

export function revokeUnitLink(tx: CustomerTx, session: Session, { linkId }: { linkId: number }): Promise<InspectionLink> {
  return revokeLink(tx, session, { linkId, kind: 'unit' }, ({ locationId }) => must(session, 'med:write', locationId))
}

/**
 * Returns the answers about a package for a guest with a link: the same as for staff, but without links into the app. Returns undefined if the
 * package is not on file or the author of the link has lost the right to it.
 */
export async function answerGuest(tx: CustomerTx, { customerId, subjectId, authorId, now }: Guest): Promise<UnitAnswers | undefined> {
  const place = await findUnitPlace(tx, subjectId)
  if (!place) return undefined
  const { locationId, timeZone } = place
  const author = await readPersonSession(tx, { customerId, userId: authorId, timeZone, now })
  if (!author || !may(author, 'med:write', locationId)) return undefined
  const { clockHours } = await readCustomerSettings(tx, customerId)
  const { unit } = await answerUnit(tx, guestSession({ customerId, locationId, timeZone, clockHours, now }), subjectId)
  return { ...unit, answers: unit.answers.map((answer) => ({ ...answer, links: [] })) }
}

/** A session without a signed-in user, which reads packages of one location and nothing else. */
function guestSession({
  locationId,
  ...place
}: { locationId: number } & Pick<Session, 'customerId' | 'timeZone' | 'clockHours' | 'now'>): Session {
  return {
    ...place,
    sessionId: 0,
    loginId: 0,
    userId: 0,
    firstName: '',
    lastName: '',
    emailAddress: '',
    isCustomerAdmin: false,
    permissions: new Map([['med:read', [locationId]]]),
    scope: 'some',
    locationIds: [locationId],
  }
}
