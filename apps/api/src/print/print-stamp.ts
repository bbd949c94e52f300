import { writeFullName } from '@seriatim/schema'
import type { Session } from '../call/access/access.ts'
import type { Deps } from '../call/deps.ts'
import { type Clock, printMoment } from './dates.ts'

/**
 * Facts that a printout shows about itself: the name of this product (`brand`), the person who made the printout, and the time, with the settings for
 * writing that time.
 */
export interface Made extends Clock {
  brand: string
  madeBy: string
  madeAt: Date
}

export function printStamp({ config }: Pick<Deps, 'config'>, session: Session): Made {
  return {
    brand: config.brand,
    madeBy: writeFullName(session),
    madeAt: session.now,
    timeZone: session.timeZone,
    clockHours: session.clockHours,
  }
}

/** Last sentence of a printed page's footer: the product, the person and the time of printing. */
export function printStampText(made: Made): string {
  return `made with ${made.brand} by ${made.madeBy}, ${printMoment(made.madeAt.toISOString(), made)} (${made.timeZone})`
}
