import { Button, Stack } from '@mantine/core'
import { formatAmount, SHIPMENT_PURPOSES, type Shipment } from '@seriatim/schema'
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react'
import { trpc } from '../../../api/trpc.ts'
import { ReasonDialog } from '../../../ui/dialog/reason-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { Column, Columns } from '../../../ui/layout/columns.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { FactsCard } from '../../../ui/list/facts-card.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { formatWhen } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { factsOf } from '../shipment-facts.ts'
import { StateBadge, shipmentName } from '../shipment-words.tsx'
import { UnitList } from '../unit-list.tsx'
import { BackButton } from './back-button.tsx'
import { Documents } from './documents.tsx'
import { History } from './history.tsx'
import { SettleButton } from './settle-button.tsx'

/** A shipment that left: its documents, how they were handed over, its packages and its history. */
export function SentShipment({ shipment }: { shipment: Shipment }) {
  const name = shipmentName(shipment)
  const mutation = trpc.shipment.updateOneVoid.useMutation({
    meta: { touches: ['shipment', 'med'], done: 'The shipment was voided. Its packages are in stock again.' },
  })
  const voiding = useDialogMutation(mutation)
  return (
    <Page
      title={name}
      crumbs={[{ label: 'Shipments', href: '/outbound' }, { label: name }]}
      lede={
        <>
          <b>{shipment.toName}</b>, {SHIPMENT_PURPOSES[shipment.purpose].name.toLowerCase()}, {formatAmount(shipment.meds, 'package')}{' '}
          <StateBadge of={shipment} />
        </>
      }
      actions={
        <>
          {shipment.mayVoid && (
            <Button leftSection={<Glyph of={IconArrowBackUp} size={16} />} onClick={voiding.open}>
              Void
            </Button>
          )}
          {shipment.mayTakeBack && <BackButton shipment={shipment} />}
          {shipment.maySettle && <SettleButton shipment={shipment} />}
        </>
      }
      full
    >
      <Stack gap="lg">
        {shipment.isUndelivered && shipment.state === 'sent' && (
          <Note meaning="stop" icon={IconAlertTriangle} alert title="The last delivery of the documents failed.">
            The packages have left, so the receiver still needs the documents. Send them again, send them another way, or hand them over as
            files.
          </Note>
        )}
        {shipment.state === 'voided' && (
          <Note
            meaning="attention"
            title={`Voided by ${shipment.voidedBy}${shipment.voidedAt ? `, ${formatWhen(shipment.voidedAt)}` : ''}: ${shipment.voidReason}`}
          >
            The packages are in stock again. Everybody who got the documents by email or at the partner’s endpoint gets the document that
            voids them. If you handed them over yourself, hand over that document too.
          </Note>
        )}
        <Columns>
          <Column>
            <Documents shipment={shipment} />
            <UnitList shipment={shipment} />
          </Column>
          <Column>
            <Section title="Details">
              <FactsCard facts={factsOf(shipment)} />
            </Section>
            <History shipment={shipment} />
          </Column>
        </Columns>
      </Stack>
      <ReasonDialog
        opened={voiding.opened}
        onClose={voiding.close}
        title={`Void ${name.toLowerCase()}?`}
        confirmLabel={`Void ${name.toLowerCase()}`}
        needed
        destructive
        pending={voiding.isPending}
        onConfirm={(reason) => reason && void voiding.submit({ shipmentId: shipment.id, reason })}
      >
        Its {formatAmount(shipment.meds, 'package')} will be in stock again. A document that voids the shipment will be created for{' '}
        {shipment.toName}, and the documents that were sent stay on record.
      </ReasonDialog>
    </Page>
  )
}
