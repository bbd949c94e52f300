import { Button, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Link, useRoute } from 'wouter'
import { isAvailable } from '../../../../shell/menu/menu.ts'
import { HoldButton } from '../../../hold/hold-button.tsx'
import { type ReportedLabel, reportHref } from '../../../scan/report-link.ts'
import { MakeTicket } from '../list/make-ticket.tsx'
import type { Reading } from '../scan-result.ts'
import { Foot, type FootProps, HoldLineButton, SetAside } from './foot-parts.tsx'
import { ReasonButton } from './reason-button.tsx'

/** Foot for a package on this order that was already received with another order. */
export function ReceivedElsewhereFoot({ result, machine, onHold }: FootProps<'receivedElsewhere'>) {
  const other = result.found.find((one) => one.documentId !== null)
  return (
    <Foot said="">
      {other && (
        <Button component={Link} href={`/orders/receive/${other.documentId}`}>
          Open that order
        </Button>
      )}
      <SetAside machine={machine} result={result} />
      <HoldLineButton line={result.line} onHold={onHold} />
      <ReasonButton
        label="Receive it here…"
        title="Receive it here too"
        confirmLabel="Receive it here"
        onReason={(elsewhereReason) => machine.answer(result.line, result.how, { ...result.said, elsewhereReason })}
      >
        <p>This package was already received with another order. It will be counted in both orders, and the receipt keeps your reason.</p>
      </ReasonButton>
    </Foot>
  )
}

/** Key that presses the "Receive it there" button, so that a user can receive a tote with packages of several orders without leaving this screen. */
const THERE_KEY = 'F2'

function ReceiveThere({ onReceive }: { onReceive: () => void }) {
  useHotkeys([[THERE_KEY, onReceive]], [])
  return (
    <Button variant="filled" onClick={onReceive} rightSection={<Kbd size="xs">{THERE_KEY}</Kbd>}>
      Receive it there
    </Button>
  )
}

/** Foot for a package that is not on this order: it may be on another order, on file without an order, or unknown. */
export function MissingFoot({ known, result, machine }: FootProps<'missing'>) {
  if (result.isSearching) return <Foot said="Keep scanning" />
  const other = result.found.find((one) => one.documentId !== null)
  const own = result.found[0]
  return (
    <Foot said="">
      {other?.received && (
        <Button component={Link} href={`/orders/receive/${other.documentId}`}>
          Open that order
        </Button>
      )}
      {other && !other.received && <ReceiveThere onReceive={() => machine.receiveThere(result)} />}
      {!other && own && (
        <Button component={Link} href={`/meddetail/${own.medId}`}>
          View its history
        </Button>
      )}
      {own?.medId != null && <HoldButton target={{ medId: own.medId }} name={own.productName ?? 'This package'} />}
      {!own && result.reading.kind === 'unit' && (
        <HoldButton
          target={{ locationId: known.locationId, gtin: result.reading.gtin, serialNumber: result.reading.serialNumber }}
          name={`Serial number ${result.reading.serialNumber}`}
        />
      )}
      {!own && <MakeTicket reading={result.reading} />}
      {!own && isAvailable('/reportanincident') && <ReportLink reading={result.reading} />}
      <SetAside machine={machine} result={result} />
    </Foot>
  )
}

/** A decoded scan that may include the lot and expiration date from the label. */
interface Labelled {
  label?: Pick<ReportedLabel, 'lotNumber' | 'expirationDate'>
}

/** Link to Report An Incident with the scan in its URL, so that nothing is typed again. */
function ReportLink({ reading }: { reading: Reading }) {
  const [, params] = useRoute('/orders/receive/:documentId')
  const documentId = Number(params?.documentId) || undefined
  const href =
    reading.kind === 'unit'
      ? reportHref({ serialNumber: reading.serialNumber, gtin: reading.gtin, ...(reading as Labelled).label, documentId }) // a reading without a label has no field `label`
      : reading.kind === 'serial'
        ? reportHref({ serialNumber: reading.serialNumber, documentId })
        : reading.kind === 'container'
          ? reportHref({ serialNumber: reading.sscc, isSscc: true, documentId })
          : reportHref({ serialNumber: reading.text, documentId })
  return (
    <Button component={Link} href={href}>
      Report An Incident
    </Button>
  )
}
