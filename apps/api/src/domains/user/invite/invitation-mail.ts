import { writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import type { PersonWithAccess } from '../people/people.service.ts'

interface Letter {
  brand: string
  link: string
  days: number
  customerName: string
  person: PersonWithAccess
  session: Pick<Session, 'firstName' | 'lastName'>
}

export function invitationMail({ brand, link, days, customerName, person, session }: Letter): string {
  const places = person.places.map(({ name }) => name)
  const where = places.length ? `\nYou will work at: ${places.join(', ')}.\n` : ''
  return `Hello ${person.row.firstName},

${writeFullName(session)} of ${customerName} invites you to ${brand}, where the pharmacy receives its medicine and keeps the records that the law requires.
${where}
Open this link and choose a password:

${link}

It works once, for ${days} days. If you do not know ${writeFullName(session)}, you can ignore this email.
`
}

/** The email to the customer admin of a new customer. */
export function adminInvitationMail(facts: Pick<Letter, 'brand' | 'link' | 'days' | 'customerName'> & { firstName: string }): string {
  const { brand, link, days, customerName, firstName } = facts
  return `Hello ${firstName},

${customerName} is ready in ${brand}, where the pharmacy receives its medicine and keeps the records that the law requires. You are its customer admin.

Open this link and choose a password:

${link}

It works once, for ${days} days. If you did not expect this email, you can ignore it.
`
}
