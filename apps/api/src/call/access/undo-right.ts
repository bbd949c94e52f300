import { toDay } from '../../core/day.ts'
import { may, type Session } from './access.ts'

interface Made {
  createdById: number | null
  createdAt: Date
  locationId: number
  /** Of the location. */
  timeZone: string
}

/**
 * Who may take back what was typed in or attached to a med (decision 45): one's own of today without a word, everything as an admin of its
 * location with a reason. Today is the location's: a caller could choose a zone in which yesterday is not over.
 */
export function mayTakeBack(session: Session, made: Made): { may: boolean; needsReason: boolean } {
  const { userId, now } = session
  const isOwnOfToday = made.createdById === userId && toDay(made.createdAt, made.timeZone) === toDay(now, made.timeZone)
  const isAllowed = may(session, 'med:correct', made.locationId) || (isOwnOfToday && may(session, 'med:write', made.locationId))
  return { may: isAllowed, needsReason: !isOwnOfToday }
}
