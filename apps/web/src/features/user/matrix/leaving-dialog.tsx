import { Button } from '@mantine/core'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { fullName } from '../user-words.tsx'
import type { Matrix } from './use-matrix.ts'

/** Asks for confirmation before one click removes all access of an admin, and offers to remove only the admin role instead. */
export function LeavingDialog({ matrix: { leaving, answer } }: { matrix: Matrix }) {
  if (!leaving) return null
  const name = fullName(leaving.user)
  return (
    <Dialog
      opened
      onClose={() => answer()}
      title="Remove an admin’s access?"
      foot={
        <>
          <Button onClick={() => answer()} data-autofocus>
            Cancel
          </Button>
          <Button onClick={() => answer('user')}>Make User</Button>
          <Button variant="filled" color="red" onClick={() => answer('none')}>
            Remove access
          </Button>
        </>
      }
    >
      <p>
        <b>{name}</b> is an admin of <b>{leaving.place.name}</b>. Without access, {name} no longer sees this location; as a user, {name}{' '}
        keeps working there but no longer manages its users. Nothing changes until you save.
      </p>
    </Dialog>
  )
}
