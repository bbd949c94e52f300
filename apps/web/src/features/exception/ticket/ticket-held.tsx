import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { exceptionEmergency } from '@seriatim/schema'
import { IconHourglass } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { toRefusal } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { formatAmount, formatCount } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { Muted } from '../../../ui/text/text.tsx'
import { PendingBadge } from '../../hold/held-badge.tsx'
import type { Ticket } from '../use-exceptions.ts'

const TOUCHES = ['documentException', 'med', 'order', 'finder']

/** Packages that wait for this ticket's data, because the paperwork is wrong rather than the product. */
export function TicketHeld({ ticket }: { ticket: Ticket }) {
  const { id, held, mayHold, toHold, mayRelease, order, ticketNumber, counterKind } = ticket
  const hold = useDialogMutation(
    trpc.documentException.createOneHold.useMutation({ meta: { done: 'On hold: data pending.', touches: TOUCHES } }),
  )
  const [releasing, setReleasing] = useState(false)
  if (!order || (held === 0 && !mayHold)) return null
  // Whether the goods themselves are wrong, so that no corrected file will solve the problem.
  const isGoods = counterKind === 'damage' || counterKind === 'wrongProduct'
  return (
    <Section title="On hold for this ticket" aside={held > 0 && <PendingBadge />}>
      <Card>
        <Stack gap="xs" px="md" py="sm">
          {held > 0 ? (
            <>
              <p>
                <b>{formatCount(held)}</b> {ofAll(held, order.amountOfMeds)} {held === 1 ? 'waits' : 'wait'}{' '}
                {isGoods ? 'until this ticket is resolved or closed' : 'for the corrected file'}.
              </p>
              <Muted>
                {isGoods
                  ? 'This hold does not mean the product is suspect. If it looks suspect, turn the ticket into an incident.'
                  : 'The file is wrong, not the product, so nothing is reported to the FDA.'}
              </Muted>
              <Group gap="xs">
                <Button size="xs" component={Link} href={`/orders/receive/${order.documentId}`}>
                  See the order
                </Button>
                {mayRelease && (
                  <Button size="xs" onClick={() => setReleasing(true)}>
                    Emergency release…
                  </Button>
                )}
              </Group>
            </>
          ) : (
            <>
              <Muted>
                {toHold
                  ? 'Nothing is on hold for this ticket.'
                  : 'No package on this ticket belongs to the order that needs corrected data, so there is nothing to hold.'}
              </Muted>
              {toHold && (
                <Group gap="xs">
                  <Button size="xs" leftSection={<Glyph of={IconHourglass} size={16} />} onClick={hold.open}>
                    {isGoods ? 'Hold until this ticket is settled…' : 'Hold until the data is correct…'}
                  </Button>
                </Group>
              )}
            </>
          )}
        </Stack>
      </Card>
      <ConfirmDialog
        opened={hold.opened}
        onClose={hold.close}
        title={isGoods ? 'Hold until this ticket is settled' : 'Hold until the data is correct'}
        confirmLabel="Put on hold"
        pending={hold.isPending}
        onConfirm={() => void hold.submit({ documentExceptionId: id })}
      >
        {toHold && <WhatGoesOnHold toHold={toHold} ticketNumber={ticketNumber} all={order.amountOfMeds} />}
        <p>Held packages cannot be received or sent until the ticket is resolved or closed, or a location admin releases them.</p>
      </ConfirmDialog>
      {releasing && <EmergencyRelease ticket={ticket} onClose={() => setReleasing(false)} />}
    </Section>
  )
}

/**
 * Returns `of 96 packages`, or only `packages` if `amount` is above the order's total: an order counts what was shipped, and its file may list more.
 */
const ofAll = (amount: number, all: number) => (amount <= all ? `of ${formatAmount(all, 'package')}` : 'packages')

interface OnHold {
  toHold: NonNullable<Ticket['toHold']>
  ticketNumber: number
  all: number
}

function WhatGoesOnHold({ toHold: { meds, isWhole }, ticketNumber, all }: OnHold) {
  if (isWhole)
    return (
      <p>
        <b>The whole order</b> goes on hold as data pending ({formatAmount(meds, 'package')}), because ticket {ticketNumber} does not say
        exactly which packages it is about.
      </p>
    )
  return (
    <p>
      Ticket {ticketNumber} is about{' '}
      <b>
        {formatCount(meds)} {ofAll(meds, all)}
      </b>{' '}
      in this order. Only {meds === 1 ? 'that one goes' : 'those go'} on hold as data pending.
    </p>
  )
}

function EmergencyRelease({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const release = trpc.documentException.updateReleaseHeld.useMutation({ meta: { done: 'Released.', touches: TOUCHES, quiet: true } })
  const form = useZodForm({
    shape: exceptionEmergency.omit({ documentExceptionId: true }),
    initial: { pharmacist: '', reason: '' },
    send: (values) => release.mutateAsync({ documentExceptionId: ticket.id, ...values }),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Emergency release"
      form={form}
      submitLabel={`Release ${formatAmount(ticket.held, 'package')}`}
    >
      <p>For a patient who cannot wait. The ticket stays open; the pharmacist’s name and the reason stay on record.</p>
      <TextInput label="Pharmacist" {...form.field('pharmacist')} />
      <Textarea label="Reason" rows={3} maxLength={500} {...form.field('reason')} />
      {form.sentence && <Note meaning="stop" alert title={form.sentence} />}
    </FormDialog>
  )
}
