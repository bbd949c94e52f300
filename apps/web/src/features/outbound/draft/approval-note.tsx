import { Button, Group } from '@mantine/core'
import { formatAmount, type Shipment } from '@seriatim/schema'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { ReasonDialog } from '../../../ui/dialog/reason-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { Note } from '../../../ui/layout/note.tsx'
import { formatWhen } from '../../../ui/text/format.ts'

const TOUCHES = { touches: ['shipment', 'med'] }

/** Shows the state of a draft's approval, to the person who asked and to the one who decides. */
export function ApprovalNote({ shipment }: { shipment: Shipment }) {
  const { asked, refused, isNeeded, mayApprove } = shipment.approval
  if (asked)
    return (
      <Note
        meaning="attention"
        icon={IconClock}
        title={`${asked.by} asked for approval, ${formatWhen(asked.at)}.`}
        action={mayApprove ? <Decide shipment={shipment} /> : <Withdraw shipmentId={shipment.id} />}
      >
        {mayApprove
          ? 'When you approve it, everything is checked again and the packages leave.'
          : 'Another admin of this location must decide. Until then, the shipment does not change and no packages leave.'}
        {asked.vouchesForLicense && ` ${asked.by} confirmed that this partner is authorized, although no license is on file.`}
        {asked.labelsChecked && ` ${asked.by} confirmed that every label can be read and no package is damaged.`}
        {asked.mailTo && ` The documents will be emailed to ${asked.mailTo}.`}
        {asked.delivers && ' The EPCIS document will go to the partner’s endpoint.'}
      </Note>
    )
  if (refused)
    return (
      <Note meaning="stop" icon={IconAlertTriangle} title={`${refused.by} refused to approve it: ${refused.reason}`}>
        Change the shipment and ask again, or discard it.
      </Note>
    )
  return isNeeded ? <Note title="A second person must approve this kind of shipment before it leaves." /> : null
}

function Withdraw({ shipmentId }: { shipmentId: number }) {
  const withdraw = trpc.shipment.updateOneWithdraw.useMutation({ meta: { ...TOUCHES, done: 'The request was withdrawn.' } })
  return (
    <Button size="xs" loading={withdraw.isPending} onClick={() => withdraw.mutate({ shipmentId })}>
      Withdraw the request
    </Button>
  )
}

function Decide({ shipment }: { shipment: Shipment }) {
  const { id: shipmentId, meds, toName } = shipment
  const approve = useDialogMutation(
    trpc.shipment.updateOneApprove.useMutation({ meta: { ...TOUCHES, done: 'Approved and sent. The documents are being created.' } }),
  )
  const refuse = useDialogMutation(trpc.shipment.updateOneRefuse.useMutation({ meta: { ...TOUCHES, done: 'The request was refused.' } }))
  const packages = formatAmount(meds, 'package')
  return (
    <Group gap="xs">
      <Button size="xs" variant="filled" onClick={approve.open}>
        Approve and send
      </Button>
      <Button size="xs" onClick={refuse.open}>
        Refuse
      </Button>
      <ConfirmDialog
        opened={approve.opened}
        onClose={approve.close}
        title={`Approve and send ${packages} to ${toName}?`}
        confirmLabel={`Send ${packages}`}
        pending={approve.isPending}
        onConfirm={() => void approve.submit({ shipmentId })}
      >
        The packages leave your stock, and the documents are created in the name of the person who asked for approval.
      </ConfirmDialog>
      <ReasonDialog
        opened={refuse.opened}
        onClose={refuse.close}
        title="Refuse this shipment?"
        confirmLabel="Refuse the shipment"
        needed
        pending={refuse.isPending}
        onConfirm={(reason) => reason && void refuse.submit({ shipmentId, reason })}
      >
        Nothing is sent. The person who asked will see your reason.
      </ReasonDialog>
    </Group>
  )
}
