import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { SubText } from '../../ui/text/text.tsx'
import type { Overview } from './cart/shop.ts'
import { listLosses, stateWords, writePlanName, writeUsable } from './subscription-words.ts'

type Subscription = Overview['subscriptions'][number]

interface ListProps {
  overview: Overview
  showsCanceled: boolean
}

/** Every subscription with its state, next charge and Cancel. */
export function SubscriptionList({ overview, showsCanceled }: ListProps) {
  const [leaving, setLeaving] = useState<Subscription>()
  const shown = overview.subscriptions.filter((one) => showsCanceled || one.status === 'active')
  const hidden = overview.subscriptions.length - shown.length
  const usable = overview.subscriptions.filter((one) => !shown.includes(one) && one.active)
  return (
    <>
      <DataTable
        label="Subscriptions"
        tall
        columns={makeColumns(setLeaving)}
        rows={shown}
        rowKey={(one) => one.id}
        empty={
          <EmptyState>
            {hidden ? 'All your subscriptions are canceled. Use the switch above to show them.' : 'You have no subscriptions yet.'}
          </EmptyState>
        }
      />
      {usable.map((one) => (
        <Box component="p" key={one.id} mt="xs" c="var(--ink-2)">
          {`${writePlanName(one)} is canceled. ${writeUsable(one.endsDateDisplay)}`}
        </Box>
      ))}
      {leaving && <CancelDialog overview={overview} subscription={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}

function makeColumns(onCancel: (one: Subscription) => void): TableColumn<Subscription>[] {
  return [
    {
      key: 'name',
      label: 'Subscription',
      card: 'title',
      cell: (one) => (
        <>
          <b>{one.display}</b>
          <SubText>Since {one.beginDisplay ?? '–'}</SubText>
        </>
      ),
    },
    { key: 'quantity', label: 'Quantity', align: 'end', card: 'line', cell: (one) => <>× {one.quantity}</> },
    {
      key: 'state',
      label: 'State',
      card: 'state',
      cell: (one) => {
        const { word, meaning, more } = stateWords(one)
        return (
          <>
            <Badge meaning={meaning}>{word}</Badge>
            <SubText>{more}</SubText>
          </>
        )
      },
    },
    {
      key: 'next',
      label: 'Next charge, before tax',
      align: 'end',
      card: 'foot',
      cell: (one) =>
        one.nextChargeDateDisplay ? (
          <>
            <b>{one.nextChargePreTaxDisplay}</b>
            <SubText>{one.nextChargeDateDisplay}</SubText>
          </>
        ) : (
          <SubText>None</SubText>
        ),
    },
    {
      key: 'cancel',
      label: 'Action',
      hiddenLabel: true,
      align: 'end',
      card: 'mark',
      cell: (one) =>
        one.active && one.status === 'active' ? (
          <Button size="xs" aria-label={`Cancel ${writePlanName(one)}`} onClick={() => onCancel(one)}>
            Cancel…
          </Button>
        ) : null,
    },
  ]
}

/** Explains the effect of a cancellation and how long the plan stays usable (BILL-040). */
function CancelDialog({ overview, subscription, onClose }: { overview: Overview; subscription: Subscription; onClose: () => void }) {
  const mutation = trpc.subscription.cancelOneSubscriptionById.useMutation({
    meta: { done: `${subscription.display} is canceled.`, touches: ['subscription'] },
  })
  const cancel = useDialogMutation(mutation, onClose)
  const losses = listLosses(overview, subscription)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Cancel ${writePlanName(subscription)}`}
      cancelLabel="Keep it"
      confirmLabel={`Cancel ${subscription.display}`}
      destructive
      pending={cancel.isPending}
      onConfirm={() => void cancel.submit({ subscriptionId: subscription.id })}
    >
      <p>
        {writeUsable(subscription.nextChargeDateDisplay)} You will not be charged again. You cannot undo this, but you can subscribe again.
      </p>
      {losses.length > 0 && (
        <>
          <Box component="p" mt="sm">
            After that:
          </Box>
          <Box component="ul" mt={4} pl="md" style={{ listStyle: 'disc' }}>
            {losses.map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </Box>
        </>
      )}
    </ConfirmDialog>
  )
}
