import { Button, Group, Stack } from '@mantine/core'
import { formatAmount, SHIPMENT_PURPOSES, type Shipment } from '@seriatim/schema'
import { IconSend } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useLeaveGuard } from '../../../ui/form/use-leave-guard.tsx'
import { Column, Columns } from '../../../ui/layout/columns.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { FactsCard } from '../../../ui/list/facts-card.tsx'
import { loadable } from '../../../ui/page/loadable.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { CameraButton } from '../../scan/camera/camera-button.tsx'
import { ScanField } from '../../scan/scan-field.tsx'
import { useScanner } from '../../scan/scanner/use-scanner.ts'
import { factsOf } from '../shipment-facts.ts'
import { StateBadge, shipmentName } from '../shipment-words.tsx'
import { StandingNote } from '../standing-note.tsx'
import { UnitList } from '../unit-list.tsx'
import { ApprovalNote } from './approval-note.tsx'
import { DetailsButton } from './details-dialog.tsx'
import { ScanPanel } from './scan-panel.tsx'
import { SendDialog } from './send-dialog.tsx'
import { useShipmentScans } from './use-shipment-scans.ts'

/** Loaded on first use, together with its barcode reader. */
const CameraView = loadable(() => import('../../scan/camera/camera-view.tsx'))

/** A draft: every scan shows at once whether the package may leave. Nothing leaves before "Send". */
export default function DraftShipment({ shipment }: { shipment: Shipment }) {
  const field = useRef<HTMLInputElement>(null)
  const { shown, waiting, scan } = useShipmentScans(shipment.id)
  const { mayWrite } = shipment
  const { question } = useLeaveGuard(
    waiting > 0,
    `${formatAmount(waiting, 'scan')} not sent yet. If you leave this page, scan them again later.`,
  )
  useScanner({ field, onScan: (one) => mayWrite && scan(one.text), onTyped: (text) => mayWrite && scan(text) })
  const [camera, setCamera] = useState(false)
  const [sending, setSending] = useState(false)
  const name = shipmentName(shipment)
  const { asked, isNeeded } = shipment.approval
  const send = shipment.maySend && !asked && (
    <Button
      variant="filled"
      leftSection={<Glyph of={IconSend} size={16} />}
      disabled={shipment.meds === 0 || waiting > 0}
      onClick={() => setSending(true)}
    >
      {isNeeded ? 'Review and ask for approval' : 'Review and send'}
    </Button>
  )
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
          {mayWrite && <DiscardButton shipment={shipment} />}
          {send}
        </>
      }
      thumb={
        send && (
          <>
            {mayWrite && <DiscardButton shipment={shipment} />}
            {send}
          </>
        )
      }
      full
    >
      <Stack gap="lg">
        <StandingNote shipment={shipment} />
        <ApprovalNote shipment={shipment} />
        {mayWrite && (
          <Group gap="xs">
            <ScanField field={field} />
            <CameraButton opened={camera} onOpen={setCamera} />
          </Group>
        )}
        {camera && mayWrite && <CameraView onCode={(code) => scan(code)} onClose={() => setCamera(false)} />}
        <Columns>
          <Column>
            {mayWrite && <ScanPanel shown={shown} waiting={waiting} onAccept={scan} />}
            <UnitList shipment={shipment} />
          </Column>
          <Column>
            <Section title="Details">
              <FactsCard facts={factsOf(shipment)} />
              {mayWrite && <DetailsButton shipment={shipment} />}
            </Section>
            {!shipment.maySend && !asked && (
              <Note title="Somebody else has to send this kind of shipment.">Scan everything, then let that person know.</Note>
            )}
          </Column>
        </Columns>
      </Stack>
      {question}
      {sending && <SendDialog shipment={shipment} onClose={() => setSending(false)} />}
    </Page>
  )
}

function DiscardButton({ shipment }: { shipment: Shipment }) {
  const [opened, setOpened] = useState(false)
  const [, navigate] = useLocation()
  const discard = trpc.shipment.updateOneDiscard.useMutation({
    meta: { touches: ['shipment'], done: 'The shipment was discarded.' },
    onSuccess: () => navigate('/outbound'),
  })
  const name = shipmentName(shipment)
  return (
    <>
      <Button onClick={() => setOpened(true)}>Discard</Button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={`Discard ${name.toLowerCase()}?`}
        confirmLabel={`Discard ${name.toLowerCase()}`}
        destructive
        pending={discard.isPending}
        onConfirm={() => discard.mutate({ shipmentId: shipment.id })}
      >
        Nothing is shipped. The {formatAmount(shipment.meds, 'package')} can be scanned into another shipment.
      </ConfirmDialog>
    </>
  )
}
