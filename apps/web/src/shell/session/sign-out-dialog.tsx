import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { formatAmount } from '../../ui/text/format.ts'
import { useSignOutWish } from './use-sign-out.ts'

/** Asks before a sign-out with unsent scans. They stay on this device until the same person signs in again. */
export function SignOutDialog() {
  const { wish, stay, leave } = useSignOutWish()
  const scans = wish?.scans ?? 0
  return (
    <ConfirmDialog
      opened={wish !== undefined}
      onClose={stay}
      title={`${formatAmount(scans, 'scan')} ${scans === 1 ? 'is' : 'are'} not yet sent`}
      confirmLabel="Sign out and keep them on this device"
      cancelLabel="Stay"
      onConfirm={leave}
    >
      <p>
        {scans === 1 ? 'It is waiting' : 'They are waiting'} for the network. If you sign out, {scans === 1 ? 'it stays' : 'they stay'} on
        this device and {scans === 1 ? 'is' : 'are'} sent when you sign in here again. Until then nobody else sees the packages you scanned
        as received.
      </p>
    </ConfirmDialog>
  )
}
