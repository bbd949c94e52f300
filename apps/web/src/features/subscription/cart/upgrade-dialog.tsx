import { Button, Stack, Text } from '@mantine/core'
import { dollars, type PlanTable } from '@seriatim/schema'
import { IconExternalLink } from '@tabler/icons-react'
import { findServerSentence } from '../../../api/query-client.ts'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { formatAmount, formatDate, formatLongDate } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { SubText } from '../../../ui/text/text.tsx'
import { CheckoutRefusal } from '../checkout/checkout-refusal.tsx'
import { useUpgradeCheckout } from '../checkout/use-checkout.ts'
import { Checks } from '../checks.tsx'
import { Hint, Sum, Sums } from './sums.tsx'

type Preview = Outputs['subscription']['readUpgrade']

/** Dialog that itemizes the cost of upgrading from Basic to Enterprise (BILL-015) and opens the checkout. */
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
          <Hint>Checkout opens in a new tab.</Hint>
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
      <Stack gap="md">
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
          subject="The upgrade"
          verb="worked out"
          sentence={findServerSentence(preview.error)}
          meaning="Nothing was changed."
          waiting={<Skeleton width={320} />}
        >
          {(worked) => <WorkedOut preview={worked} hasRecalls={hasRecalls} />}
        </Loaded>
      </Stack>
    </Dialog>
  )
}

const monthName = (day: string) => new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

function WorkedOut({ preview, hasRecalls }: { preview: Preview; hasRecalls: boolean }) {
  const { today, quantity, lines } = preview
  const monthly = lines.find((line) => line.period === 'month')
  return (
    <Stack gap="md">
      <p>
        {formatAmount(quantity, 'location')}, unlimited users and storage. Today is {formatLongDate(today)} (UTC)
        {monthly ? `; ${monthName(today)} has ${monthly.daysInPeriod} days.` : '.'}
      </p>
      <Credit preview={preview} />
      <NotCredited preview={preview} />
      <Price preview={preview} />
      <Checks lines={['No interruption: Basic ends when Enterprise starts.', ...(hasRecalls ? ['Recall alerts stay as they are.'] : [])]} />
    </Stack>
  )
}

function Credit({ preview: { lines, ends, creditCents, monthlyCents } }: { preview: Preview }) {
  const all = lines.reduce((sum, line) => sum + line.creditCents, 0)
  return (
    <Sums label="What you have paid for" head={['Paid for, not yet used', 'Paid until', 'Days left', 'Per period', 'Credit']}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no name and never change their order.
        <tr key={at}>
          <td>
            {line.display} × {line.quantity}
          </td>
          <td data-label="Paid until">{formatDate(line.paidUntil)}</td>
          <td data-label="Days left">
            <span>
              {line.daysLeft} of {line.daysInPeriod}
            </span>
          </td>
          <td data-label="Per period">{dollars(line.subtotalCents)}</td>
          <td data-label="Credit">{dollars(line.creditCents)}</td>
        </tr>
      ))}
      {ends.map(({ display, quantity }) => (
        <tr key={display}>
          <td>
            <div>
              {display} × {quantity}
              <SubText>Ends with Basic; Enterprise includes unlimited users</SubText>
            </div>
          </td>
          <td />
          <td />
          <td />
          <td data-label="Credit">{dollars(0)}</td>
        </tr>
      ))}
      <tr>
        <th scope="row">
          <div>
            <b>Credit</b>
            {all > creditCents && <SubText>At most the price of the first month, {dollars(monthlyCents)}</SubText>}
          </div>
        </th>
        <td />
        <td />
        <td />
        <Text component="td" inherit fw={600} data-label="In all">
          {dollars(creditCents)}
        </Text>
      </tr>
    </Sums>
  )
}

/** Shows how much of what was already paid would be lost in an upgrade, because a prepaid year may be worth more than the first month costs. */
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
    <Sums label="Price summary">
      <Sum label={`Enterprise, ${dollars(priceCents)} × ${formatAmount(quantity, 'location')}`} amount={dollars(monthlyCents)} />
      <Sum label={`Credit, ${percentShown(percent)}% of the first month`} amount={`−${dollars(creditCents)}`} />
      <Sum label="First month, before tax" amount={dollars(firstMonthCents)} isWhole />
      <Sum label={`Each month from ${formatLongDate(renewsOn)}, renewed automatically`} amount={dollars(monthlyCents)} />
    </Sums>
  )
}
