import { Button, Stack, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { readErrorKey } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { NOT_A_PLACE_TO_SCAN, SCANNED_INTO } from '../../../ui/form/scanned-into.ts'
import { authorizationSince, authorizationTitle } from '../partner-words.ts'
import type { OrderPartner } from './order-partner.tsx'

/** Minimum number of characters of a reason that the server accepts. */
const SHORTEST = 3

interface StopDialogProps {
  found: OrderPartner
  onClose: () => void
  /** Called if somebody else has already decided what to do with the goods. */
  onStale: () => void
  onDecided: (choice: 'hold' | 'receive') => void
}

/** Asks once per order what to do with goods from a partner that may not sell here: hold them or receive them anyway, with a reason. */
export function StopDialog({ found: { documentId, partner, authorization, isUnasked }, onClose, onStale, onDecided }: StopDialogProps) {
  const [reason, setReason] = useState('')
  const [wasScanned, setWasScanned] = useState(false)
  const decide = trpc.tradingPartner.createOneStop.useMutation({ meta: { touches: ['tradingPartner', 'order', 'med'] } })
  useEffect(() => {
    const onScanned = (event: Event) => {
      event.preventDefault()
      setWasScanned(true)
    }
    document.addEventListener(SCANNED_INTO, onScanned)
    return () => document.removeEventListener(SCANNED_INTO, onScanned)
  }, [])
  const choose = (choice: 'hold' | 'receive') =>
    decide.mutate(
      { documentId, choice, reason: reason.trim() },
      {
        onSuccess: (done) => done && onDecided(choice),
        onError: (error) => readErrorKey(error) === 'stop_decided' && onStale(),
      },
    )
  const isShort = reason.trim().length < SHORTEST
  const isChosen = (choice: 'hold' | 'receive') => decide.isPending && decide.variables.choice === choice
  return (
    <Dialog
      opened
      onClose={onClose}
      size={560}
      title={
        partner?.isActive === false
          ? `Stop: you no longer buy from ${partner.name}`
          : `Stop: ${partner?.name ?? 'this partner'} is not authorized to sell to you`
      }
      stays={{ atClick: true, atEscape: false }}
      foot={
        <>
          <Button onClick={onClose} disabled={decide.isPending}>
            Cancel
          </Button>
          <Button disabled={isShort || decide.isPending} loading={isChosen('receive')} onClick={() => choose('receive')}>
            {isUnasked ? 'Keep as received' : 'Receive anyway'}
          </Button>
          <Button
            variant="filled"
            color="red"
            disabled={isShort || decide.isPending}
            loading={isChosen('hold')}
            onClick={() => choose('hold')}
          >
            Put the order on hold
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <p>
          {partner?.isActive === false ? (
            <b>This partner was deactivated.</b>
          ) : (
            authorization && (
              <b>
                {authorizationTitle(authorization)}. {authorizationSince(authorization)}
              </b>
            )
          )}{' '}
          You may buy product only from authorized trading partners. Keep these goods apart and call the partner, unless you have seen a
          license that is not on file here.
        </p>
        {isUnasked && (
          <p>
            A program already received part of this order through the REST API, which cannot ask you. Decide now what happens to those
            packages.
          </p>
        )}
        <Textarea
          label="Reason"
          description="The reason is kept with the order. You are asked only once."
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={wasScanned && NOT_A_PLACE_TO_SCAN}
          rows={3}
          maxLength={500}
          data-autofocus
        />
      </Stack>
    </Dialog>
  )
}
