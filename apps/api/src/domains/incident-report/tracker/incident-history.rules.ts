import { INCIDENT_TYPES, type IncidentType } from '@seriatim/schema'

/** One line of the history of an incident, worded from an audit line. */
export interface HistoryWords {
  what: string
  detail: string | null
}

type Detail = Readonly<Record<string, unknown>>

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const listed = (value: unknown) => texts(value).join(', ') || null

const FIELDS: Readonly<Record<string, string>> = {
  incidentNumber: 'Incident number',
  nameOfProduct: 'Name of product',
  primaryIngredients: 'Primary ingredients',
  strength: 'Strength',
  quantity: 'Quantity',
  ndc: 'NDC',
  serialNumber: 'Serial numbers',
  lotNumber: 'Lot number',
  expiration: 'Expiration',
  eventNotes: 'Event notes',
  contactName: 'Contact name',
  contactPhone: 'Contact phone',
  contactEmail: 'Contact email',
}
const LONG = 80

/** Writes days such as `2028-06-30` in US notation, and shortens long text. */
function shown(value: string): string {
  const days = value.replace(/\b(\d{4})-(\d{2})-(\d{2})\b/g, '$2/$3/$1')
  return days.length > LONG ? `${days.slice(0, LONG)}…` : days
}

function changed({ field, before, after }: Detail): HistoryWords {
  const name = FIELDS[text(field)] ?? 'Field'
  const [old, given] = [shown(text(before)), shown(text(after))]
  if (!old) return { what: `${name} entered`, detail: given }
  return given ? { what: `${name} changed`, detail: `From ${old} to ${given}` } : { what: `${name} removed`, detail: `It was ${old}` }
}

function notificationWords({ field, after, reference }: Detail): HistoryWords {
  if (field === 'fda')
    return { what: 'Report to the FDA recorded', detail: `Reported outside Seriatim${text(reference) && `, reference ${text(reference)}`}` }
  return after === 'there are none'
    ? { what: 'No trading partners to notify', detail: null }
    : { what: 'All trading partners notified', detail: null }
}

/** @returns undefined for an action that is not part of the history. */
export function historyWords(action: string, detail: Detail): HistoryWords | undefined {
  switch (action) {
    case 'incident.submit':
      return { what: INCIDENT_TYPES[text(detail.reportType) as IncidentType] ?? 'Report sent', detail: listed(detail.recipients) } // the trail stores a key of INCIDENT_TYPES
    case 'incident.update':
      return changed(detail)
    case 'incident.told':
      return notificationWords(detail)
    case 'incident.notTold':
      return { what: detail.field === 'fda' ? 'FDA marked as not notified' : 'Trading partners marked as not notified', detail: null }
    case 'incident.terminate':
      return { what: 'Incident terminated', detail: 'The FDA agreed' }
    case 'incident.notify':
      return { what: 'Notices sent to trading partners', detail: listed(detail.partners) }
    case 'incident.mailRegulator':
      return { what: 'Report sent to the FDA email address', detail: listed(detail.recipients) }
    case 'incident.mailAgain':
      return { what: 'Email sent again', detail: null }
    case 'incident.mailLost':
      return { what: 'Email marked as not delivered', detail: listed(detail.recipients) }
    default:
      return undefined
  }
}
