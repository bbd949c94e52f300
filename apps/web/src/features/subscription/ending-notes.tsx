import { formatWhen } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import type { Overview } from './shop.ts'
import css from './subscription.module.css'

type Ending = Overview['endings'][number]

/** What is to be ended at the payment provider and is not yet, and what was paid twice: how to get it back. */
export function EndingNotes({ endings }: { endings: readonly Ending[] }) {
  return endings.map((ending) => (
    <div key={`${ending.subscription} ${ending.why}`} className={css.note}>
      <EndingNote ending={ending} />
    </div>
  ))
}

function EndingNote({ ending }: { ending: Ending }) {
  const { display, quantity, why, isDone, failedAt, subscription } = ending
  const name = `${display} × ${quantity}`
  const refund = `Seriatim cannot refund a payment. To get it back, reply to the payment provider’s receipt, say that you paid twice, and name the subscription ${subscription}.`
  if (isDone)
    return (
      <Note meaning="info" title={`You paid twice: ${name} is canceled`}>
        {refund}
      </Note>
    )
  if (failedAt)
    return (
      <Note meaning="attention" title={`${name} could not be canceled yet`}>
        {`${why === 'twice' ? 'You paid twice.' : 'Enterprise takes its place.'} The payment provider did not cancel it when we last tried, ${formatWhen(failedAt)}. We try again at least every night${why === 'twice' ? ` and email you when it is done. ${refund}` : '.'}`}
      </Note>
    )
  return (
    <Note meaning="info" title={`${name} is being canceled`}>
      {why === 'twice' ? `You paid twice, so it will not be charged again. ${refund}` : 'Enterprise takes its place. This takes a minute.'}
    </Note>
  )
}
