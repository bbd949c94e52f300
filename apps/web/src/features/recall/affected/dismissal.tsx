import { writeFullName } from '@seriatim/schema'
import { Note } from '../../../ui/layout/note.tsx'
import { formatLongDate } from '../../../ui/text/format.ts'
import { type Affected, sumWords } from '../recall-words.ts'

type Said = NonNullable<Affected['dismissedRecall']>

const DONE = { quarantined: 'quarantined', returned: 'returned', destroyed: 'destroyed', dispensed: 'dispensed' } as const

/** What was done, and by whom; whether the numbers add up. */
export function Dismissal({ dismissal, amount }: { dismissal: Said; amount: number }) {
  const { isDismissed, dismissedBy, dismissedAt, noneOnHand, notes } = dismissal
  const done = Object.entries(DONE).flatMap(([name, word]) => {
    const number = dismissal[name as keyof typeof DONE] // its own keys
    return number ? [`${number.toLocaleString('en-US')} ${word}`] : []
  })
  const numbers = [dismissal.quarantined, dismissal.returned, dismissal.destroyed, dismissal.dispensed].map((one) => one ?? undefined)
  const rest = sumWords(amount, numbers, noneOnHand)
  const who = dismissedBy ? ` by ${writeFullName(dismissedBy)}` : ''
  const said = [
    noneOnHand ? 'None on hand' : undefined,
    done.join(', ') || undefined,
    rest ? rest.replace(/ Say in the notes.*$/, '') : undefined,
    notes || undefined,
  ]
  return (
    <Note title={`${isDismissed ? 'Dismissed' : 'Was dismissed'}${who}, ${formatLongDate(dismissedAt)}`}>
      {said.flatMap((one) => (one ? [one.replace(/\.?$/, '.')] : [])).join(' ') || 'No details were given.'}
    </Note>
  )
}
