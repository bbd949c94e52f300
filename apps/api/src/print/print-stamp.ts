import { writeFullName } from '@seriatim/schema'
import type { Session } from '../call/access/access.ts'
import type { Deps } from '../call/deps.ts'
import { printMoment } from './dates.ts'

/** Product, person and time of a printed paper. */
export interface Made {
  brand: string
  madeBy: string
  madeAt: Date
  timeZone: string
}

export function printStamp({ config }: Pick<Deps, 'config'>, session: Session): Made {
  return { brand: config.brand, madeBy: writeFullName(session), madeAt: session.now, timeZone: session.timeZone }
}

/** The end of a paper's footer. */
export function printStampText({ brand, madeBy, madeAt, timeZone }: Made): string {
  return `made with ${brand} by ${madeBy}, ${printMoment(madeAt.toISOString(), timeZone)} (${timeZone})`
}
