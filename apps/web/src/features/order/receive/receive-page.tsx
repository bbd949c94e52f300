import { Box, Button, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowBackUp, IconMaximize, IconMinimize } from '@tabler/icons-react'
import { type MouseEvent, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useBusyTab } from '../../../offline/busy-tab.ts'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { useRouteId } from '../../../ui/page/found-or-none.tsx'
import { loadable } from '../../../ui/page/loadable.tsx'
import { ThumbBar } from '../../../ui/page/page.tsx'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { IconButton } from '../../../ui/text/icon-button.tsx'
import { CameraButton } from '../../scan/camera/camera-button.tsx'
import { ScanField } from '../../scan/scan-field.tsx'
import { useScanner } from '../../scan/scanner/use-scanner.ts'
import type { OrderPartner } from '../../trading-partner/order/order-partner.tsx'
import { PartnerStop } from '../../trading-partner/order/partner-stop.tsx'
import { usePartnerStanding } from '../../trading-partner/order/use-partner-standing.ts'
import { CorrectOrder } from '../correct-order.tsx'
import { AlsoViewing } from './list/also-viewing.tsx'
import { UndoDialog } from './list/undo-dialog.tsx'
import type { PanelState } from './machine/panel.ts'
import type { ReceiveMachine } from './machine/receive-machine.ts'
import css from './panel/cockpit.module.css'
import { Cockpit, Lede, SoundButton } from './panel/cockpit.tsx'
import { CockpitSkeleton, ReceiveProblem } from './receive-states.tsx'
import { useFullScreen } from './use/use-full-screen.ts'
import { type OrderData, useOrderData } from './use/use-order-data.ts'
import { findOrderProblem, useReceiving } from './use/use-receiving.ts'

/** Loaded right after the page, so that the dialog opens at once. */
const ReceiveAllDialog = loadable(() => import('./list/receive-all.tsx'))
/** Loaded on first use, together with its barcode reader. */
const CameraView = loadable(() => import('../../scan/camera/camera-view.tsx'))

const crumbs = [{ label: 'My Orders', href: '/orders' }]

/** Clicking a button must leave the focus in the scan field. */
function keepFocus(event: MouseEvent): void {
  const target = event.target as HTMLElement // the target of a click is always an element
  if (target.closest('button, a') && !target.closest('[role="dialog"]')) event.preventDefault()
}

/** The `key` gives every order its own page state and machine, even when the user follows the link from a replaced order to its replacement. */
export default function ReceivePage() {
  const documentId = useRouteId('/orders/receive/:documentId')
  return <ReceiveDocument key={documentId} documentId={documentId} />
}

function ReceiveDocument({ documentId }: { documentId: number }) {
  const data = useOrderData(documentId)
  const partner = usePartnerStanding(documentId)
  const machine = useReceiving(documentId, data, partner)
  const panel = machine.use()
  useBusyTab()
  const problem = findOrderProblem(data, panel, machine.wasInUse)
  if (problem)
    return <ReceiveProblem problem={problem} detail={data.detail} retrying={data.isFetching} onRetry={data.retry} crumbs={crumbs} />
  return (
    <>
      <ReceiveDesk data={data} partner={partner.found} machine={machine} panel={panel} />
      <UndoDialog machine={machine} panel={panel} index={data.known?.index} />
      <PartnerStop gate={machine.gate} partner={partner} />
    </>
  )
}

interface ReceiveDeskProps {
  data: OrderData
  partner: OrderPartner | undefined
  machine: ReceiveMachine
  panel: PanelState
}

function ReceiveDesk({ data, partner, machine, panel }: ReceiveDeskProps) {
  const { known, detail } = data
  const field = useRef<HTMLInputElement>(null)
  useScanner({ field, onScan: machine.scanByScanner, onTyped: machine.scanByHand })
  const [asksAll, setAsksAll] = useState(false)
  const [camera, setCamera] = useState(false)
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const mayReceive = detail?.isReadOnly !== true
  const left = known ? known.index.order.total - known.index.order.received - known.index.order.held : 0
  const receiveAll = mayReceive && (
    <Button disabled={left === 0} onClick={() => setAsksAll(true)}>
      Receive All
    </Button>
  )
  const replacedBy = panel.replacedBy ?? detail?.replacedById ?? undefined
  const scanning = mayReceive && { field: <ScanField field={field} />, camera: <CameraButton opened={camera} onOpen={setCamera} /> }
  return (
    <Box p="clamp(8px, 1.2vw, 16px) clamp(16px, 2.4vw, 24px) clamp(24px, 3vw, 40px)" onMouseDown={keepFocus}>
      <Group gap="xs" mb="clamp(8px, 1.8vh, 16px)" data-above>
        <Box flex="1 1 165px" miw={0}>
          <Crumbs />
          <Group gap="sm" wrap="nowrap" align="baseline">
            <Box component="h1" tabIndex={-1} flex="none">
              Receive Order
            </Box>
            {detail && <AlsoViewing documentId={detail.documentId} />}
          </Group>
          <Text component="div" className={css.tall} c="var(--ink-2)">
            {detail ? <Lede detail={detail} /> : <Skeleton width={280} height={22} />}
          </Text>
        </Box>
        <Group gap="xs" wrap="nowrap">
          {!isPhone && scanning && scanning.field}
          {!isPhone && scanning && scanning.camera}
          <SoundButton />
          {detail && <CorrectOrder detail={detail} onDone={data.retry} />}
          <FullScreenButton />
          {!isPhone && receiveAll}
        </Group>
      </Group>
      {camera && <CameraView onCode={machine.scan} onClose={() => setCamera(false)} />}
      {known && detail ? (
        <Cockpit
          known={known}
          detail={detail}
          partner={partner}
          replacedBy={replacedBy}
          machine={machine}
          panel={panel}
          action={isPhone && receiveAll}
        />
      ) : (
        <CockpitSkeleton />
      )}
      {isPhone && scanning && (
        <ThumbBar>
          <UndoLast machine={machine} panel={panel} />
          {scanning.camera}
          {scanning.field}
        </ThumbBar>
      )}
      {known && (
        <ReceiveAllDialog
          index={known.index}
          opened={asksAll}
          onClose={() => setAsksAll(false)}
          onReceive={machine.receiveAll}
          onHoldAndReceive={machine.holdAndReceive}
        />
      )}
    </Box>
  )
}

function Crumbs() {
  return (
    <Group component="nav" gap={6} fz="xs" c="var(--ink-3)" className={css.crumbs} aria-label="Where you are">
      {[{ label: 'Home', href: '/' }, ...crumbs].map(({ label, href }, at) => (
        <Group key={href} gap={6}>
          {at > 0 && '/'}
          <Text component={Link} href={href} fz="xs" lh="24px" c="var(--ink-2)" display="inline-block">
            {label}
          </Text>
        </Group>
      ))}
    </Group>
  )
}

function FullScreenButton() {
  const [full, setFull] = useFullScreen()
  return (
    <Button
      className={css.tall}
      visibleFrom="sm"
      leftSection={<Glyph of={full ? IconMinimize : IconMaximize} size={16} />}
      onClick={() => setFull(!full)}
    >
      {full ? 'Exit full screen' : 'Full screen'}
    </Button>
  )
}

/** Button that undoes the last scan, within thumb reach on phones. It also works while the scan has not reached the server yet. */
function UndoLast({ machine, panel: { result } }: Pick<ReceiveDeskProps, 'machine' | 'panel'>) {
  const received = result?.kind === 'received' ? result : undefined
  const receiptId = received?.receiptId ?? null
  const undo = () => {
    if (received?.waiting) machine.takeBack(received.id)
    else if (received && receiptId !== null) machine.undo({ receiptId, line: received.line, only: false })
  }
  return (
    <IconButton
      of={IconArrowBackUp}
      variant="default"
      label="Undo the last scan"
      disabled={receiptId === null && !received?.waiting}
      onClick={undo}
    />
  )
}
