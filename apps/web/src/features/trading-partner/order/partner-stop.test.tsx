import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { refusal, showApp } from '../../../test-app.tsx'
import { PartnerGate } from './partner-gate.ts'
import { PartnerStop } from './partner-stop.tsx'
import { usePartnerStanding } from './use-partner-standing.ts'

const READ = 'tradingPartner.readOneByDocumentid'
const free = {
  documentId: 5,
  partner: { id: 1, name: 'Northway', isActive: true },
  authorization: { status: 'authorized', until: null, since: null, daysLeft: null, state: null, locations: [] },
  sender: { name: 'Northway', gln: null },
  mustAsk: false,
  isUnasked: false,
  decided: null,
}
const ended = { ...free, authorization: { ...free.authorization, status: 'notAuthorized' }, mustAsk: true }

/** A page with two buttons: "Scan" receives goods; "Refused" acts as if the server had rejected a receipt. */
function Receiving({ received }: { received: string[] }) {
  const partner = usePartnerStanding(5)
  const [gate] = useState(() => new PartnerGate())
  return (
    <>
      <button type="button" onClick={() => gate.pass(() => received.push('scan'))}>
        Scan
      </button>
      <button type="button" onClick={() => void gate.refused(() => received.push('again'), partner.reread)}>
        Refused
      </button>
      <PartnerStop gate={gate} partner={partner} />
    </>
  )
}

function show(read: () => unknown) {
  const received: string[] = []
  const app = showApp('/', {
    children: <Receiving received={received} />,
    answers: { [READ]: read, 'tradingPartner.createOneStop': () => ({ ok: true }) },
  })
  return { received, ...app }
}

const receiveAnyway = async () => {
  const stop = within(await screen.findByRole('dialog', { name: 'Stop: Northway is not authorized to sell to you' }))
  await userEvent.type(stop.getByLabelText('Reason'), 'renewal seen on paper')
  await userEvent.click(stop.getByRole('button', { name: 'Receive anyway' }))
}

describe('the stop for goods from an unauthorized partner', () => {
  test('blocks receiving with a message until the authorization is loaded', async () => {
    let isUp = false
    const { received } = show(() => {
      if (!isUp) throw refusal('internal', 'It failed.', 400)
      return free
    })
    const dialog = await screen.findByRole('dialog', { name: 'Could not check the sender' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await userEvent.click(screen.getByRole('button', { name: 'Scan' }))
    expect(received).toEqual([])
    isUp = true
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(received).toEqual(['scan']))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('asks the user when the server refuses goods that the page had accepted, and receives the goods once the user confirms', async () => {
    let reads = 0
    const { received, inputs } = show(() => (reads++ === 0 ? free : ended))
    await userEvent.click(await screen.findByRole('button', { name: 'Scan' }))
    await waitFor(() => expect(received).toEqual(['scan']))
    await userEvent.click(screen.getByRole('button', { name: 'Refused' }))
    await receiveAnyway()
    await waitFor(() => expect(received).toEqual(['scan', 'again']))
    expect(inputs('tradingPartner.createOneStop')).toEqual([{ documentId: 5, choice: 'receive', reason: 'renewal seen on paper' }])
  })

  test('opens at once, and says so, if goods were already received over REST', async () => {
    show(() => ({ ...ended, isUnasked: true }))
    const stop = within(await screen.findByRole('dialog', { name: 'Stop: Northway is not authorized to sell to you' }))
    stop.getByText(/already received part of this order/)
    stop.getByRole('button', { name: 'Keep as received' })
  })
})
