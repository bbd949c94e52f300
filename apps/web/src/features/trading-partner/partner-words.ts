import type { Outputs } from '../../api/trpc.ts'
import { formatAmount, formatLongDate } from '../../ui/text/format.ts'

export type Partner = Outputs['tradingPartner']['readOneTradingpartnerById']
export type PartnerAddress = Partner['addresses'][number]
export type License = Outputs['tradingPartner']['readOneAuthorization']['licenses'][number]
export type Agreement = Outputs['tradingPartner']['readManyAgreements'][number]
export type StateAuthorization = Outputs['tradingPartner']['readOneAuthorization']['states'][number]

/** The parts of an address, saved or being edited, that the forms and the page need. */
type AddressWords = Pick<PartnerAddress, 'addressLineOne' | 'addressLineTwo' | 'city' | 'postalCode'> & {
  state?: { code?: string; name: string } | null
}

/** "1180 Dock Street, Newark, NJ 07114" */
export function addressWords({ addressLineOne, addressLineTwo, city, state, postalCode }: AddressWords): string {
  const last = [state?.code ?? state?.name, postalCode].filter(Boolean).join(' ')
  return [addressLineOne, addressLineTwo, city, last].filter(Boolean).join(', ')
}

const place = ({ state }: StateAuthorization) => (state ? ` in ${state.name}` : '')

/** Title such as "Authorized in New York" or "No license on file". */
export function authorizationTitle(answer: StateAuthorization): string {
  if (answer.status === 'unknown') return 'No license on file'
  if (answer.status === 'deactivated') return 'You no longer buy from them'
  return `${answer.status === 'notAuthorized' ? 'Not authorized' : 'Authorized'}${place(answer)}`
}

/** Sentence that explains a partner's status: until or since when it applies, such as "Until May 4, 2027.", or why no date can be given. */
export function authorizationSince({ status, until, since }: StateAuthorization): string {
  if (status === 'unknown')
    return 'You have none of their licenses on file, so we cannot tell if you may buy from them. Add one to find out.'
  if (status === 'deactivated') return since ? `Deactivated ${formatLongDate(since)}.` : 'Deactivated.'
  if (status === 'notAuthorized') return since ? `Since ${formatLongDate(since)}.` : 'None of their licenses covers this day.'
  return until ? `Until ${formatLongDate(until)}.` : 'No end date.'
}

/** Says when a license check is due. `daysLeft`: days until that day; negative if the check is overdue. */
export function checkWords(daysLeft: number): string {
  if (daysLeft < 0) return 'Check overdue'
  return daysLeft === 0 ? 'Check due today' : `Check due in ${formatAmount(daysLeft, 'day')}`
}
