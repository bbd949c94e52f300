import { Box, Button, Group, Text, Title } from '@mantine/core'
import { formatAmount, SHIPMENT_STOPS, type ShipmentScanned, type ShipmentStopCode } from '@seriatim/schema'
import { IconLineScan } from '@tabler/icons-react'
import { cssVariable } from '../../../ui/layout/css-variable.ts'
import { formatExpiry } from '../../../ui/text/format.ts'
import { VisuallyHidden } from '../../../ui/text/text.tsx'
import { EmptyFrame, ResultFrame, type Tone } from '../../scan/result/result-frame.tsx'
import type { Shape } from '../../scan/result/result-shape.tsx'
import type { QueueState, ScanShown } from './scan-queue.ts'

interface ScanPanelProps extends QueueState {
  /** Called to scan the same code again and accept its warnings. */
  onAccept: (code: string, accept: ShipmentStopCode[]) => void
}

/** A grid with a single area for the result, and the factor (`--k`) by which the result is scaled, as on the receiving page (scan/result). */
const SCALE = { ...cssVariable('--k', '0.6'), gridTemplateAreas: '"result"', gridTemplateColumns: 'minmax(0, 1fr)' }

/** The result of the last scan, readable from six feet away. */
export function ScanPanel({ shown, waiting, onAccept }: ScanPanelProps) {
  return (
    <Box display="grid" mih={240} style={SCALE}>
      {shown ? <Shown shown={shown} waiting={waiting} onAccept={onAccept} /> : <Resting />}
      <Text pos="absolute" role="status" aria-live="assertive">
        <VisuallyHidden>{shown ? announcement(shown) : ''}</VisuallyHidden>
      </Text>
    </Box>
  )
}

function Resting() {
  return (
    <EmptyFrame label="Last scan">
      <IconLineScan size={72} color="var(--ink-3)" stroke={1.25} aria-hidden="true" />
      <Title order={2}>Scan the packages to send</Title>
      <Text maw="36em" c="var(--ink-2)">
        Point the scanner at the square 2D code of a package, or at the code of a whole case. You can also type the serial number and press
        Enter.
      </Text>
    </EmptyFrame>
  )
}

function Shown({ shown, waiting, onAccept }: ScanPanelProps & { shown: ScanShown }) {
  if (shown.kind === 'waiting')
    return (
      <ResultFrame
        tone="attention"
        shape="ring"
        title="Waiting"
        subtitle={`${formatAmount(waiting, 'scan')} not sent yet`}
        product="You are offline"
        says="The scans are kept on this page and sent as soon as the connection is back. Keep the page open."
        foot={null}
      />
    )
  if (shown.kind === 'refused')
    return (
      <ResultFrame tone="stop" shape="octagon" title="Not scanned" subtitle={shown.code} product={shown.sentence} says={null} foot={null} />
    )
  return <Answer code={shown.code} scanned={shown.scanned} onAccept={onAccept} />
}

function Answer({ code, scanned, onAccept }: { code: string; scanned: ShipmentScanned; onAccept: ScanPanelProps['onAccept'] }) {
  const { unit, stops, mayAccept, about } = scanned
  const product = about.productName ?? (unit ? 'Product not named' : 'Product unknown')
  const facts = [
    `Serial ${about.label}`,
    about.lotNumber && `lot ${about.lotNumber}`,
    about.expirationDate && `expires ${formatExpiry(about.expirationDate)}`,
  ]
  const name = facts.filter(Boolean).join(', ')
  if (unit)
    return (
      <ResultFrame
        tone="done"
        shape="disc"
        title={unit.isPackage ? `Case, ${formatAmount(unit.meds, 'package')}` : 'Ready to ship'}
        subtitle={`${formatAmount(scanned.meds, 'package')} in this shipment`}
        product={product}
        says={name}
        foot={null}
      />
    )
  const [first, ...more] = stops
  const isKnown = first?.code !== 'unknown' && first?.code !== 'unreadable'
  return (
    <ResultFrame
      {...styleOf(first?.code, mayAccept)}
      title={first ? SHIPMENT_STOPS[first.code].title : 'Stopped'}
      subtitle={first?.code === 'thisShipment' ? 'In this shipment' : 'Not in this shipment'}
      product={isKnown ? product : about.label}
      says={
        <>
          {isKnown && <span style={{ display: 'block' }}>{name}</span>}
          {[first, ...more].map(
            (stop) =>
              stop && (
                <span key={stop.code} style={{ display: 'block' }}>
                  {stop.text}
                </span>
              ),
          )}
        </>
      }
      foot={
        mayAccept && (
          <Group p="md" style={{ borderTop: 'var(--line) solid var(--hairline)' }}>
            <Button
              onClick={() =>
                onAccept(
                  code,
                  stops.map((stop) => stop.code),
                )
              }
            >
              Ship it anyway
            </Button>
          </Group>
        )
      }
    />
  )
}

function styleOf(code: ShipmentStopCode | undefined, mayAccept: boolean): { tone: Tone; shape: Shape } {
  if (mayAccept) return { tone: 'attention', shape: 'diamond' }
  if (code === 'thisShipment') return { tone: 'info', shape: 'ring' }
  return code === 'unknown' || code === 'unreadable' ? { tone: 'unknown', shape: 'square' } : { tone: 'stop', shape: 'octagon' }
}

function announcement(shown: ScanShown): string {
  if (shown.kind === 'waiting') return 'Waiting for the connection.'
  if (shown.kind === 'refused') return shown.sentence
  const { unit, about, stops } = shown.scanned
  return unit ? `Ready to ship: ${about.productName ?? about.label}.` : stops.map(({ text }) => text).join(' ')
}
