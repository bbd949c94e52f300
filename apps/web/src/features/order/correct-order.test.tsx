import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { refusal, showApp } from '../../test-app.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { CorrectOrder } from './correct-order.tsx'
import type { OrderDetail } from './receive/receive-types.ts'

test('[ERR-010] the order page shows the server’s reason when an order cannot be voided', async () => {
  const sentence = 'Somebody else is changing the same record right now. Nothing was changed; try again in a moment.'
  const detail = {
    documentId: 7,
    amountNotReceived: 5,
    isClosed: false,
    isVoided: false,
    mayCorrect: true,
    purchaseOrderNumbers: ['88213'],
  }
  showApp('/', {
    answers: {
      'order.updateVoidOne': () => {
        throw refusal('busy', sentence, 503)
      },
    },
    children: <CorrectOrder detail={detail as unknown as OrderDetail} onDone={() => undefined} />, // the menu reads only these fields
  })
  await userEvent.click(screen.getByRole('button', { name: /PO 88213/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Void this order…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Void this order' }))
  await userEvent.type(dialog.getByRole('textbox'), 'sent twice')
  await userEvent.click(dialog.getByRole('button', { name: 'Void this order' }))
  await waitFor(() => expect(toast.get()).toMatchObject([{ kind: 'stop', message: sentence }]))
})
