import { Stack } from '@mantine/core'
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { DesktopOnly } from '../../../../ui/layout/phone-only.tsx'
import { formatAmount } from '../../../../ui/text/format.ts'
import { IconButton } from '../../../../ui/text/icon-button.tsx'
import { HoldDialog } from '../../../hold/hold-button.tsx'
import { useMuted } from '../../../scan/scan-sound.ts'
import type { OrderPartner } from '../../../trading-partner/order/order-partner.tsx'
import { AboutOrder } from '../../about-order.tsx'
import type { RowTools } from '../line/container-rows.tsx'
import { ContainerTree } from '../line/container-tree.tsx'
import { NotShipped } from '../line/not-shipped.tsx'
import { OrderLine } from '../line/order-line.tsx'
import { ProductList } from '../line/product-list.tsx'
import { ReceiptList } from '../line/receipt-list.tsx'
import { StopList } from '../list/stop-list.tsx'
import type { PanelState } from '../machine/panel.ts'
import type { ReceiveMachine } from '../machine/receive-machine.ts'
import { findFact } from '../receive-index.ts'
import type { OrderDetail } from '../receive-types.ts'
import { usePanelSize } from '../use/use-panel-size.ts'
import { Banners } from './banners.tsx'
import css from './cockpit.module.css'
import { Counter } from './counter.tsx'
import { lineName, type WordFacts } from './line-names.ts'
import { ResultPanel } from './result-panel.tsx'

interface CockpitProps {
  known: WordFacts
  detail: OrderDetail
  partner: OrderPartner | undefined
  replacedBy: number | undefined
  machine: ReceiveMachine
  panel: PanelState
  /** A button of the page. On phones, the header has no room for it, so it is shown with the containers. */
  action: ReactNode
}

/**
 * Content of the receive screen. The product list on the left and the count on the right are always shown; the area between them shows the result of
 * the last scan.
 */
export function Cockpit({ known, detail, partner, replacedBy, machine, panel, action }: CockpitProps) {
  const { index } = known
  const { result, log, events, version } = panel
  const line = result && 'line' in result ? result.line : -1
  const named = result && 'productId' in result ? result.productId : null
  const product = named ?? findFact(index, line)?.productId ?? null
  const now = result?.kind === 'received' && result.of !== 'all' && result.of !== 'product' ? line : -1
  const later = useDeferredValue(version)
  const cockpit = usePanelSize()
  const [holding, setHolding] = useState({ line: -1, opened: false })
  const hold = (at: number) => setHolding({ line: at, opened: true })
  const tools = useMemo<RowTools>(
    () => ({
      known,
      receiveContainer: machine.receiveContainer,
      receiveMed: (at) => machine.answer(at, 'serial'),
      undo: machine.undo,
      hold: (at) => setHolding({ line: at, opened: true }),
    }),
    [known, machine],
  )
  return (
    <>
      <Banners detail={detail} partner={partner} replacedBy={replacedBy} />
      <Stack gap="md">
        <OrderLine index={index} now={now} />
        <div className={css.cockpit} ref={cockpit}>
          <ProductList index={index} detail={detail} now={product} onReceive={machine.receiveProduct} />
          <ResultPanel known={known} detail={detail} result={result} machine={machine} onHold={hold} />
          <Counter known={known} log={log} events={events} />
        </div>
      </Stack>
      <Stack gap="xl" mt="xl">
        <ContainerTree key={index.documentId} tools={tools} version={later} action={action} />
        <StopList known={known} machine={machine} onHold={hold} />
        <NotShipped index={index} />
        <ReceiptList documentId={index.documentId} onUndo={machine.undo} />
      </Stack>
      <HoldDialog
        isShown
        opened={holding.opened}
        onClose={() => setHolding(({ line: at }) => ({ line: at, opened: false }))}
        target={{ documentId: index.documentId, line: holding.line }}
        name={lineName(index, holding.line)}
        onDone={() => machine.showHeld(holding.line)}
      />
    </>
  )
}

/** Summary of the order: `Northway Wholesale, PO 88213-04. 96 packages in 8 cases on 1 pallet.` */
export function Lede({ detail }: { detail: OrderDetail }) {
  const { sender, senderNames, purchaseOrderNumbers, amountOfMeds, cases, pallets } = detail
  const from = sender.name ?? senderNames[0] ?? 'Sender not named'
  const numbers = purchaseOrderNumbers.length > 0 ? `PO ${purchaseOrderNumbers.join(', ')}` : 'no PO number'
  const packed = `${cases > 0 ? ` in ${formatAmount(cases, 'case')}` : ''}${pallets > 0 ? ` on ${formatAmount(pallets, 'pallet')}` : ''}`
  return (
    <>
      {from}, {numbers}
      <DesktopOnly>
        . {formatAmount(amountOfMeds, 'package')}
        {packed}.
      </DesktopOnly>{' '}
      <AboutOrder detail={detail} />
    </>
  )
}

export function SoundButton() {
  const [muted, setMuted] = useMuted()
  return (
    <IconButton
      of={muted ? IconVolumeOff : IconVolume}
      variant="default"
      label={muted ? 'Sound is off. Turn it on' : 'Sound is on. Turn it off'}
      onClick={() => setMuted(!muted)}
    />
  )
}
