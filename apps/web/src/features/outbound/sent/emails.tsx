import { Group } from '@mantine/core'
import { formatAmount, type Shipment, type ShipmentLetterLink, type ShipmentSending } from '@seriatim/schema'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconQrcode } from '@tabler/icons-react'
import { trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { Card, CardBody } from '../../../ui/layout/card.tsx'
import { formatDate, formatWhen } from '../../../ui/text/format.ts'
import { IconText } from '../../../ui/text/icon-text.tsx'
import { LinkButton, SubText } from '../../../ui/text/text.tsx'

/**
 * Lists the emails that contain a link to the documents. A printed letter has a link in its QR code; that link is listed too, unless one of the
 * emails contains it.
 */
export function Emails({ shipment }: { shipment: Shipment }) {
  const { sendings, letterLink } = shipment
  if (sendings.length === 0 && !letterLink) return null
  return (
    <Card label="Emails and links">
      {sendings.map((sending) => (
        <Proof key={sending.id} shipment={shipment} sending={sending} />
      ))}
      {letterLink && <LetterLink shipment={shipment} link={letterLink} />}
    </Card>
  )
}

const STATUS = {
  waiting: { icon: IconClock, meaning: undefined, words: 'The email is on its way.' },
  sent: { icon: IconCircleCheck, meaning: 'done', words: 'Their mail server accepted the email.' },
  failed: { icon: IconAlertTriangle, meaning: 'stop', words: 'Not delivered' },
  stopped: { icon: IconAlertTriangle, meaning: 'stop', words: 'Not sent' },
} as const

/** One email: to whom, whether it arrived, and whether the receiver opened the link. */
function Proof({ shipment, sending }: { shipment: Shipment; sending: ShipmentSending }) {
  const again = trpc.shipment.updateOneMail.useMutation({ meta: { touches: ['shipment'], done: 'The email is being sent again.' } })
  const { icon, meaning, words } = STATUS[sending.status]
  const isLost = sending.status === 'failed' || sending.status === 'stopped'
  const mayResend = isLost && shipment.maySend && sending.linkEndedBy === null
  return (
    <CardBody>
      <IconText of={icon} meaning={meaning}>
        <b>
          {sending.isReminder ? 'Reminder' : 'Email'} to {sending.to}
        </b>
      </IconText>
      <SubText>
        By {sending.by}, {formatWhen(sending.at)}. {words}
        {sending.error && `: ${sending.error}`} {!isLost && describeUses(sending)} {describeEnd(sending)}
      </SubText>
      {shipment.maySend && (mayResend || sending.linkWorks) && (
        <Group gap="md">
          {mayResend && (
            <LinkButton onClick={() => again.mutate({ shipmentId: shipment.id, sendingId: sending.id })}>Send it again</LinkButton>
          )}
          {sending.linkWorks && <EndLink shipmentId={shipment.id} linkId={sending.linkId} where={`sent to ${sending.to}`} />}
        </Group>
      )}
    </CardBody>
  )
}

/** State of the link behind the QR code on a letter that was handed over without an email. */
function LetterLink({ shipment, link }: { shipment: Shipment; link: ShipmentLetterLink }) {
  return (
    <CardBody>
      <IconText of={IconQrcode}>
        <b>QR code on the letter</b>
      </IconText>
      <SubText>
        {link.linkWorks && `Its link works until ${formatDate(link.expiresAt)}.`} {describeUses(link)} {describeEnd(link)}
      </SubText>
      {shipment.maySend && link.linkWorks && (
        <Group>
          <EndLink shipmentId={shipment.id} linkId={link.linkId} where="on the letter" />
        </Group>
      )}
    </CardBody>
  )
}

type LinkUses = Pick<ShipmentSending, 'opened' | 'lastOpenedAt' | 'linkEndedBy'>

function describeUses({ opened, lastOpenedAt }: LinkUses): string {
  if (opened === 0) return 'Nobody has opened the link yet.'
  return `The link was opened ${formatAmount(opened, 'time')}${lastOpenedAt ? `, last ${formatWhen(lastOpenedAt)}` : ''}.`
}

const describeEnd = ({ linkEndedBy }: LinkUses) => (linkEndedBy === null ? '' : `${linkEndedBy} deactivated the link.`)

/** Ends a link, for example one that went to a wrong address. */
function EndLink({ shipmentId, linkId, where }: { shipmentId: number; linkId: number; where: string }) {
  const end = useDialogMutation(
    trpc.shipment.deleteOneLink.useMutation({ meta: { touches: ['shipment'], done: 'The link no longer works.' } }),
  )
  return (
    <>
      <LinkButton aria-label={`Deactivate this link, ${where}`} onClick={end.open}>
        Deactivate this link
      </LinkButton>
      <ConfirmDialog
        opened={end.opened}
        onClose={end.close}
        title={`Deactivate the link ${where}?`}
        confirmLabel="Deactivate link"
        destructive
        pending={end.isPending}
        onConfirm={() => void end.submit({ shipmentId, linkId })}
      >
        This link will no longer open the documents. If the QR code on the letter has the same link, as it does for the first email, the QR
        code stops working too.
      </ConfirmDialog>
    </>
  )
}
