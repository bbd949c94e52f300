import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { ReasonDialog } from '../../ui/dialog/reason-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { loadable } from '../../ui/page/loadable.tsx'
import { type RowAction, RowMenu } from '../../ui/table/row-menu.tsx'
import { formatAmount } from '../../ui/text/format.ts'
import { HoldDialog } from '../hold/hold-button.tsx'
import type { OrderDetail } from './receive/receive-types.ts'

const TicketDialog = loadable(() => import('./ticket-dialog.tsx'))

/** How an order is corrected. `complete`: every remaining package arrived and is on hold or set aside. */
type Kind = 'void' | 'close' | 'complete' | 'reopen'

const words: Record<Kind, { title: string; confirm: string; done: string }> = {
  void: { title: 'Void this order', confirm: 'Void this order', done: 'Order voided.' },
  close: { title: 'Close this order short', confirm: 'Close this order short', done: 'Order closed short.' },
  complete: { title: 'Complete this order', confirm: 'Complete this order', done: 'Order completed.' },
  reopen: { title: 'Reopen this order', confirm: 'Reopen this order', done: 'Order reopened.' },
}

/** Packages that are on hold or set aside, in words, such as `2 packages on hold and 1 set aside`. */
function stillPresentWords(held: number, stopped: number): string {
  const parts = [held > 0 && `${formatAmount(held, 'package')} on hold`, stopped > 0 && `${formatAmount(stopped, 'package')} set aside`]
  return parts.filter(Boolean).join(' and ')
}

/** Actions on the whole order: anybody can put it on hold, a location's admin can correct it. */
export function CorrectOrder({ detail, onDone }: { detail: OrderDetail; onDone: () => void }) {
  const [asking, setAsking] = useState<Kind>()
  const isDone = () => {
    setAsking(undefined)
    onDone()
  }
  const options = (kind: Kind) => ({ meta: { done: words[kind].done, touches: ['order', 'med', 'finder', 'documentException'] } })
  const calls = {
    void: useDialogMutation(trpc.order.updateVoidOne.useMutation(options('void')), isDone),
    close: useDialogMutation(trpc.order.updateCloseOne.useMutation(options('close')), isDone),
    complete: useDialogMutation(trpc.order.updateCloseOne.useMutation(options('complete')), isDone),
    reopen: useDialogMutation(trpc.order.updateReopenOne.useMutation(options('reopen')), isDone),
  }
  const [holding, setHolding] = useState(false)
  const [ticket, setTicket] = useState(false)
  if (detail.isVoided || detail.isReadOnly) return null
  const { documentId, amountNotReceived, amountHeld, amountStopped, isClosed, mayCorrect, purchaseOrderNumbers } = detail
  const missing = Math.max(0, amountNotReceived - amountHeld - amountStopped)
  const kept = stillPresentWords(amountHeld, amountStopped)
  const actions: RowAction[] = [
    { label: 'Create a ticket…', onClick: () => setTicket(true) },
    { label: 'Put on hold…', onClick: () => setHolding(true) },
    ...(mayCorrect && isClosed ? [{ label: 'Reopen…', onClick: () => setAsking('reopen') }] : []),
    ...(mayCorrect && !isClosed && missing > 0 ? [{ label: 'Close short…', onClick: () => setAsking('close') }] : []),
    ...(mayCorrect && !isClosed && missing === 0 && amountNotReceived > 0
      ? [{ label: 'Complete…', onClick: () => setAsking('complete') }]
      : []),
    ...(mayCorrect ? [{ label: 'Void this order…', onClick: () => setAsking('void'), danger: true } satisfies RowAction] : []),
  ]
  const name = purchaseOrderNumbers[0] ? `PO ${purchaseOrderNumbers[0]}` : 'this order'
  const says: Record<Kind, string> = {
    void: `${name} is voided: its packages are taken out of every count, and receipts on it are undone. The document and its history stay.`,
    close: `${formatAmount(missing, 'package')} of ${name} did not arrive and ${missing === 1 ? 'is' : 'are'} no longer expected.${kept && ` ${kept} did arrive and ${amountHeld + amountStopped === 1 ? 'is' : 'are'} not on the shortage ticket.`} Nothing can be received on this order until it is reopened.`,
    complete: `Everything on ${name} arrived: ${kept}, and the rest is received. Nothing can be received on this order until it is reopened.`,
    reopen: `After you reopen it, the packages missing from ${name} can be received.`,
  }
  return (
    <>
      <RowMenu label={name} actions={actions} />
      {ticket && <TicketDialog onClose={() => setTicket(false)} documentId={documentId} name={name} />}
      <HoldDialog opened={holding} onClose={() => setHolding(false)} target={{ documentId }} name={`All of ${name}`} onDone={onDone} />
      <ReasonDialog
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={words[asking ?? 'void'].title}
        confirmLabel={words[asking ?? 'void'].confirm}
        destructive={asking === 'void'}
        needed
        pending={asking !== undefined && calls[asking].isPending}
        onConfirm={(reason) => asking && void calls[asking].submit({ documentId, reason: reason ?? '' })}
      >
        <p>{asking && says[asking]}</p>
      </ReasonDialog>
    </>
  )
}
