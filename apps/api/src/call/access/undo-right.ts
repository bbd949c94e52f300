import { toDay } from '../../core/day.ts'
import { may, type Session } from './access.ts'

interface Made {
  createdById: number | null
  createdAt: Date
  locationId: number
  /** The location's time zone. */
  timeZone: string
}

/**
 * Decides who may undo an entry or attachment of a med (decision 45): people undo their own entries of today without a reason; an admin of the
 * location can undo any entry but must give a reason. "Today" is the day at the location, because the caller could otherwise pick a time zone where
 * the day is not over yet.
 */
export function mayTakeBack(session: Session, made: Made): { may: boolean; needsReason: boolean } {
  const { userId, now } = session
  const isOwnOfToday = made.createdById === userId && toDay(made.createdAt, made.timeZone) === toDay(now, made.timeZone)
  const isAllowed = may(session, 'med:correct', made.locationId) || (isOwnOfToday && may(session, 'med:write', made.locationId))
  return { may: isAllowed, needsReason: !isOwnOfToday }
}
