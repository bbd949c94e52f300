import { Button } from '@mantine/core'
import { dollars, type PlanTable } from '@seriatim/schema'
import { IconCheck, IconExternalLink } from '@tabler/icons-react'
import { saidOr } from '../../api/query-client.ts'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { countOf, formatDate, formatLongDate } from '../../ui/format.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CheckoutRefusal } from './checkout-refusal.tsx'
import css from './dialogs.module.css'
import { useUpgradeCheckout } from './use-checkout.ts'

type Preview = Outputs['subscription']['readUpgrade']

/** The upgrade from Basic to Enterprise, worked out line by line (BILL-015). */
export function UpgradeDialog({ hasRecalls, plans, onClose }: { hasRecalls: boolean; plans: PlanTable; onClose: () => void }) {
  const preview = trpc.subscription.readUpgrade.useQuery(undefined, { staleTime: 0, gcTime: 0, retry: false })
  const checkout = useUpgradeCheckout()
  const start = async (instead = false) => {
    if (await checkout.start(undefined, instead)) onClose()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Upgrade to ${preview.data?.title ?? 'Enterprise'}`}
      size={760}
      closeLabel="Close"
      busy={preview.isFetching}
      foot={
        <>
          <span className={css.hint}>Checkout opens in a new tab.</span>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="filled"
            disabled={!preview.data || checkout.open !== undefined}
            loading={checkout.isPending}
            rightSection={<Glyph of={IconExternalLink} size={16} />}
            onClick={() => void start()}
          >
            Checkout
          </Button>
        </>
      }
    >
      <CheckoutRefusal
        failure={checkout.failure}
        open={checkout.open}
        plans={plans}
        isPending={checkout.isPending}
        onContinue={onClose}
        onInstead={() => void start(true)}
      />
      <Loaded
        query={preview}
        what={saidOr(preview.error, 'The upgrade could not be worked out.')}
        meaning="Nothing was changed."
        waiting={<Skeleton width={320} />}
      >
        {(worked) => <WorkedOut preview={worked} hasRecalls={hasRecalls} />}
      </Loaded>
    </Dialog>
  )
}

const monthName = (day: string) => new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

function WorkedOut({ preview, hasRecalls }: { preview: Preview; hasRecalls: boolean }) {
  const { today, quantity, lines } = preview
  const monthly = lines.find((line) => line.period === 'month')
  return (
    <>
      <p className={css.quiet}>
        {countOf(quantity, 'location')}, unlimited users and storage. Today is {formatLongDate(today)} (UTC)
        {monthly ? `; ${monthName(today)} has ${monthly.daysInPeriod} days.` : '.'}
      </p>
      <Credit preview={preview} />
      <NotCredited preview={preview} />
      <Price preview={preview} />
      <ul className={css.checks}>
        <li>
          <Glyph of={IconCheck} size={16} /> No interruption: Basic ends when Enterprise starts.
        </li>
        {hasRecalls && (
          <li>
            <Glyph of={IconCheck} size={16} /> Recall alerts stay as they are.
          </li>
        )}
      </ul>
    </>
  )
}

function Credit({ preview: { lines, ends, creditCents, monthlyCents } }: { preview: Preview }) {
  const all = lines.reduce((sum, line) => sum + line.creditCents, 0)
  return (
    <table className={css.sum}>
      <thead>
        <tr>
          <th scope="col">Paid and not used yet</th>
          <th scope="col" className={css.wide}>
            Paid until
          </th>
          <th scope="col" className={css.wide}>
            Days left
          </th>
          <th scope="col" className={css.wide}>
            Per period
          </th>
          <th scope="col">Credit</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no name and never change their order.
          <tr key={at}>
            <td>
              {line.display} × {line.quantity}
              <span className={css.narrow}>
                {line.daysLeft} of {line.daysInPeriod} days of {dollars(line.subtotalCents)}
                {line.paidUntil && `, until ${formatDate(line.paidUntil)}`}
              </span>
            </td>
            <td className={css.wide}>{formatDate(line.paidUntil)}</td>
            <td className={css.wide}>
              {line.daysLeft} of {line.daysInPeriod}
            </td>
            <td className={css.wide}>{dollars(line.subtotalCents)}</td>
            <td>{dollars(line.creditCents)}</td>
          </tr>
        ))}
        {ends.map(({ display, quantity }) => (
          <tr key={display}>
            <td>
              {display} × {quantity}
              <span className={css.sub}>Ends with Basic: users are unlimited</span>
            </td>
            <td className={css.wide} />
            <td className={css.wide} />
            <td className={css.wide} />
            <td>{dollars(0)}</td>
          </tr>
        ))}
        <tr className={css.total}>
          <th scope="row">
            Credit
            {all > creditCents && <span className={css.sub}>At most the price of the first month, {dollars(monthlyCents)}</span>}
          </th>
          <td className={css.wide} />
          <td className={css.wide} />
          <td className={css.wide} />
          <td>{dollars(creditCents)}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** A year that is paid may be worth more than the first month costs: what is lost is said before it is. */
function NotCredited({ preview: { lines, creditCents } }: { preview: Preview }) {
  const lost = lines.reduce((sum, line) => sum + line.creditCents, 0) - creditCents
  if (lost <= 0) return null
  const last = lines
    .flatMap((line) => line.paidUntil ?? [])
    .toSorted()
    .at(-1)
  return (
    <Note meaning="attention" title={`${dollars(lost)} that you already paid will not be credited`}>
      {`The credit is at most the price of the first month, and Basic ends when Enterprise starts. To use up what you paid, upgrade later${last ? `: Basic is paid until ${formatLongDate(last)}` : ''}.`}
    </Note>
  )
}

const percentShown = (percent: number) => percent.toLocaleString('en-US', { maximumFractionDigits: 2 })

function Price({ preview }: { preview: Preview }) {
  const { priceCents, quantity, monthlyCents, percent, creditCents, firstMonthCents, renewsOn } = preview
  return (
    <table className={css.sum} aria-label="What it costs">
      <tbody>
        <tr>
          <th scope="row">
            Enterprise, {dollars(priceCents)} × {countOf(quantity, 'location')}
          </th>
          <td>{dollars(monthlyCents)}</td>
        </tr>
        <tr>
          <th scope="row">Credit, {percentShown(percent)}% of the first month</th>
          <td>−{dollars(creditCents)}</td>
        </tr>
        <tr className={css.lead}>
          <th scope="row">First month, before tax</th>
          <td>{dollars(firstMonthCents)}</td>
        </tr>
        <tr>
          <th scope="row">Then each month from {formatLongDate(renewsOn)}, renews automatically</th>
          <td>{dollars(monthlyCents)}</td>
        </tr>
      </tbody>
    </table>
  )
}
