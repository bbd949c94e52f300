import './receive.css'
import './receive-columns.css'
import './receive-panel.css'
import './receive-compare.css'
import './receive-sizes.css'
import './receive-tree.css'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowBackUp, IconMaximize, IconMinimize } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useBusyTab } from '../../../offline/busy-tab.ts'
import { useAddressId } from '../../../ui/found.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Page } from '../../../ui/page.tsx'
import { CameraButton } from '../../scan/camera-button.tsx'
import { useScanner } from '../../scan/use-scanner.ts'
import { usePartnerStop } from '../../trading-partner/use-partner-stop.tsx'
import { CorrectOrder } from '../correct-order.tsx'
import { Cockpit, Lede, SoundButton } from './cockpit.tsx'
import { ReceiveAllDialog } from './receive-all.tsx'
import { CockpitSkeleton, ReceiveProblem } from './receive-states.tsx'
import { ScanField } from './scan-field.tsx'
import { stopBefore } from './stop-before.ts'
import { UndoDialog } from './undo-dialog.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { useProgress } from './use-progress.ts'
import { useReceiveOrder } from './use-receive-order.ts'
import { useReceiving } from './use-receiving.ts'
import { useUndo } from './use-undo.ts'

/** With its reader of codes, loaded when it is first opened. */
const CameraView = loadable(() => import('../../scan/camera-view.tsx'))

const crumbs = [
  { label: 'Home', href: '/' },
  { label: 'My Orders', href: '/orders' },
]

/** A click on a button does what the button says and leaves the focus in the scan field. */
function keepFocus(event: MouseEvent): void {
  const target = event.target as HTMLElement // a press is on an element
  if (target.closest('button, a') && !target.closest('[role="dialog"]')) event.preventDefault()
}

/** Another order is another page: nothing of the one before stays, also on the way to the order that replaced it. */
export default function ReceivePage() {
  const documentId = useAddressId('/orders/receive/:documentId')
  return <ReceiveOf key={documentId} documentId={documentId} />
}

function ReceiveOf({ documentId }: { documentId: number }) {
  const order = useReceiveOrder(documentId)
  const stop = usePartnerStop(documentId)
  const receiving = stopBefore(useReceiving(order, stop.onRefused), stop.guarded)
  const { pollNow } = useProgress(order, receiving)
  const undo = useUndo(order, receiving, pollNow)
  const field = useRef<HTMLInputElement>(null)
  const mayScan = order.detail?.isReadOnly !== true
  useScanner({
    field,
    onScan: (scan) => mayScan && receiving.scanByScanner(scan),
    onTyped: (text) => mayScan && receiving.scanByHand(text),
  })
  useBusyTab()
  const [full, setFull] = useFullScreen()
  const [asksAll, setAsksAll] = useState(false)
  const [camera, setCamera] = useState(false)
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const { known, detail, problem } = order
  const { takeWaiting, hasWaiting } = receiving
  const ready = known !== undefined && stop.isSettled
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the order is there
  useEffect(() => {
    if (ready && hasWaiting()) takeWaiting()
  }, [ready])

  if (problem) return <ReceiveProblem problem={problem} detail={detail} retrying={order.retrying} onRetry={order.retry} crumbs={crumbs} />
  const isReadOnly = detail?.isReadOnly === true
  const left = known ? known.index.order.total - known.index.order.received - known.index.order.held : 0
  const { result } = receiving
  const lastReceipt = result?.kind === 'received' ? result.receiptId : null
  const waitingId = result?.kind === 'received' && result.waiting ? result.id : null
  const undoLast = () =>
    waitingId !== null
      ? receiving.takeBack(waitingId)
      : result && lastReceipt !== null && 'line' in result && undo.begin({ receiptId: lastReceipt, line: result.line, only: false })
  const receiveAll = !isReadOnly && (
    <Button disabled={left === 0} onClick={() => setAsksAll(true)}>
      Receive All
    </Button>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is
    <div className="receive" onMouseDown={keepFocus}>
      <Page
        title="Receive Order"
        crumbs={crumbs}
        full
        lede={detail ? <Lede detail={detail} /> : <span className="skeleton" style={{ width: 280, margin: '4px 0' }} />}
        actions={
          <>
            {!isPhone && !isReadOnly && <ScanField field={field} />}
            {!isPhone && !isReadOnly && <CameraButton opened={camera} onOpen={setCamera} />}
            <SoundButton />
            {detail && <CorrectOrder detail={detail} onDone={order.retry} />}
            <Button
              className="hide-s"
              leftSection={full ? <Glyph of={IconMinimize} size={16} /> : <Glyph of={IconMaximize} size={16} />}
              onClick={() => setFull(!full)}
            >
              {full ? 'Leave full screen' : 'Full screen'}
            </Button>
            {!isPhone && receiveAll}
          </>
        }
        thumb={
          isPhone &&
          !isReadOnly && (
            <>
              <Button
                className="btn--icon"
                aria-label="Undo the last scan"
                disabled={lastReceipt === null && waitingId === null}
                onClick={undoLast}
              >
                <Glyph of={IconArrowBackUp} />
              </Button>
              <CameraButton opened={camera} onOpen={setCamera} />
              <ScanField field={field} />
            </>
          )
        }
      >
        {camera && <CameraView onCode={receiving.scan} onClose={() => setCamera(false)} />}
        {known && detail ? (
          <Cockpit
            known={known}
            detail={detail}
            partner={stop.found}
            replacedBy={order.replacedBy}
            version={order.version}
            receiving={receiving}
            undo={undo}
            action={isPhone && receiveAll}
          />
        ) : (
          <CockpitSkeleton />
        )}
      </Page>
      {known && (
        <ReceiveAllDialog index={known.index} opened={asksAll} onClose={() => setAsksAll(false)} onReceive={receiving.receiveAll} />
      )}
      <UndoDialog undo={undo} index={known?.index} />
      {stop.dialog}
    </div>
  )
}
