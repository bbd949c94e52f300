import { Box } from '@mantine/core'
import { Note } from '../../../ui/layout/note.tsx'
import { formatWhen } from '../../../ui/text/format.ts'
import type { Overview } from '../cart/shop.ts'

type Ending = Overview['endings'][number]

/** Subscriptions that are still to be ended at the payment provider, and double payments with instructions for a refund. */
export function EndingNotes({ endings }: { endings: readonly Ending[] }) {
  return endings.map((ending) => (
    <Box key={`${ending.subscription} ${ending.why}`} mb="md">
      <EndingNote ending={ending} />
    </Box>
  ))
}

const WHY = {
  replaced: 'Enterprise replaces it.',
  renewed:
    'This subscription was charged again around the time you upgraded to Enterprise, so you can use it until the period you paid for ends.',
  twice: 'You paid twice.',
  givenUp: 'You paid for it after a newer checkout had replaced it.',
} as const

const DONE = {
  replaced: 'Enterprise replaced it',
  renewed: 'Charged again when you upgraded',
  twice: 'You paid twice',
  givenUp: 'You paid for two checkouts',
} as const

const SAY = {
  replaced: '',
  renewed: 'say that it was charged again around the time you upgraded',
  twice: 'say that you paid twice',
  givenUp: 'say that you paid for a checkout that a newer one had replaced',
} as const

function EndingNote({ ending }: { ending: Ending }) {
  const { display, quantity, why, isDone, failedAt, subscription } = ending
  const name = `${display} × ${quantity}`
  const refund = `Seriatim cannot refund a payment. To get it back, reply to the payment provider’s receipt, ${SAY[why]}, and name the subscription ${subscription}.`
  if (isDone)
    return (
      <Note meaning="info" title={`${DONE[why]}: ${name} is canceled`}>
        {refund}
      </Note>
    )
  const isPaid = why !== 'replaced'
  if (failedAt)
    return (
      <Note meaning="attention" title={`${name} could not be canceled yet`}>
        {`${WHY[why]} The payment provider did not cancel it when we last tried, ${formatWhen(failedAt)}. We try again at least every night${isPaid ? ` and email you when it is done. ${refund}` : '.'}`}
      </Note>
    )
  return (
    <Note meaning="info" title={`${name} is being canceled`}>
      {isPaid ? `${WHY[why]} It will not be charged again. ${refund}` : `${WHY[why]} This takes a minute.`}
    </Note>
  )
}
