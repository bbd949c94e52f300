import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import { trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { type Person, TOUCHES } from '../person-words.ts'
import { fullName, pickEmail } from '../user-words.tsx'

/** Actions on an invitation that has not been accepted yet. */
export function InvitationButtons({ person: { user, may } }: { person: Person }) {
  const [, navigate] = useLocation()
  const resend = trpc.user.updateOneInvitation.useMutation({
    meta: { done: `The invitation was sent again to ${pickEmail(user) ?? fullName(user)}.`, touches: TOUCHES },
  })
  const withdraw = useDialogMutation(
    trpc.user.deleteOneInvitation.useMutation({ meta: { done: 'The invitation was withdrawn.', touches: TOUCHES } }),
    () => navigate('/users'),
  )
  return (
    <>
      {may.includes('resend') && (
        <Button size="xs" loading={resend.isPending} onClick={() => resend.mutate({ userId: user.id })}>
          Send again
        </Button>
      )}
      {may.includes('withdraw') && (
        <Button size="xs" onClick={withdraw.open}>
          Withdraw…
        </Button>
      )}
      <ConfirmDialog
        opened={withdraw.opened}
        onClose={withdraw.close}
        title="Withdraw this invitation?"
        confirmLabel={`Withdraw ${fullName(user)}’s invitation`}
        destructive
        pending={withdraw.isPending}
        onConfirm={() => void withdraw.submit({ userId: user.id })}
      >
        <p>The link in the email will stop working, and you can invite someone else instead.</p>
      </ConfirmDialog>
    </>
  )
}
