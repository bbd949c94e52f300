import { Button } from '@mantine/core'
import { useState } from 'react'
import { readErrorKey } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { collectLocationIds, type Person, TOUCHES } from './person-words.ts'
import { fullName } from './user-words.tsx'

/** Button that deactivates or reactivates a person once a dialog is confirmed (USER-012, USER-013); renders nothing if the rules forbid it. */
export function ActiveButton({ person }: { person: Person }) {
  const { user, may, locations } = person
  const name = fullName(user)
  const isLeaving = user.isActive
  const [left, setLeft] = useState<readonly number[]>([])
  const toggle = useDialogMutation(
    trpc.user.updateToggleisactive.useMutation({
      meta: { done: isLeaving ? `${name} was deactivated.` : `${name} was reactivated.`, touches: TOUCHES },
      // The server refuses if this user is the last admin of a location. Somebody else may have caused that after the page was loaded.
      onError: (error) => readErrorKey(error) === 'last_admin' && setLeft(collectLocationIds(error)),
    }),
  )
  if (!may.includes(isLeaving ? 'deactivate' : 'reactivate')) return null
  const alone = locations.filter((place) => place.isLastAdmin || left.includes(place.customerLocationId)).map((place) => place.name)
  const word = isLeaving ? 'Deactivate' : 'Reactivate'
  return (
    <>
      <Button onClick={toggle.open}>{word}…</Button>
      <ConfirmDialog
        opened={toggle.opened}
        onClose={toggle.close}
        title={`${word} ${name}?`}
        confirmLabel={`${word} ${name}`}
        destructive={isLeaving}
        pending={toggle.isPending}
        onConfirm={() => void toggle.submit({ userId: user.id, to: !isLeaving, ...(alone.length ? { leaveWithoutAdmin: true } : {}) })}
      >
        {isLeaving ? (
          <p>
            They are signed out everywhere immediately, and their access tokens are revoked. Their actions stay on record. You can
            reactivate them later.
          </p>
        ) : (
          <p>They can sign in with their password and get their locations back. Access tokens stay revoked.</p>
        )}
        {isLeaving && alone.length > 0 && (
          <p>
            <b>Nobody else administers {alone.join(', ')}.</b> Only the customer admin will manage users there.
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}
