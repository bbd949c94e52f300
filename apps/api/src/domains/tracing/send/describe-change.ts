import { TRACING_ASKERS, TRACING_BASES, TRACING_CHANNELS, TRACING_WISHES, type TracingChange } from '@seriatim/schema'
import { type Clock, printDay, printMoment } from '../../../print/dates.ts'

/** The fields of a request that a person can correct, in the form's format. */
export type Stated = Omit<TracingChange, 'requestId'>
type Field = keyof Stated

/** Labels of the fields, the same as on the form for correcting a request. */
const LABELS: Readonly<Record<Field, string>> = {
  asker: 'Requester type',
  organization: 'Agency or company',
  name: 'Person',
  role: 'Role',
  emailAddress: 'Email',
  phone: 'Phone',
  basis: 'Reason',
  wish: 'Requested information',
  reference: 'Their reference',
  incidentNumber: 'FDA incident number',
  statedDue: 'Answer requested by',
  note: 'Note',
  channel: 'Received via',
  receivedAt: 'Received',
  locationId: 'Location',
}
const FIELDS = Object.keys(LABELS) as Field[] // Object.keys() returns string[]

export const changedFields = (before: Stated, after: Stated): Field[] => FIELDS.filter((field) => before[field] !== after[field])

/**
 * Describes each changed field on one line. If the location changed, the line mentions neither location, because a reader may not be allowed to see
 * both.
 */
export const describeChanges = (before: Stated, after: Stated, clock: Clock): string =>
  changedFields(before, after)
    .map((field) =>
      field === 'locationId'
        ? `${LABELS[field]}: changed`
        : `${LABELS[field]}: ${printValue(field, before, clock)} → ${printValue(field, after, clock)}`,
    )
    .join('\n')

function printValue(field: Field, stated: Stated, clock: Clock): string {
  if (field === 'asker') return TRACING_ASKERS[stated.asker]
  if (field === 'basis') return TRACING_BASES[stated.basis]
  if (field === 'wish') return TRACING_WISHES[stated.wish]
  if (field === 'channel') return TRACING_CHANNELS[stated.channel]
  if (field === 'receivedAt') return printMoment(stated.receivedAt, clock)
  if (field === 'statedDue') return stated.statedDue ? printDay(stated.statedDue) : 'none'
  return stated[field] === null ? 'none' : String(stated[field])
}
