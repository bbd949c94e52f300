import { Button } from '@mantine/core'
import { IconArrowBackUp, IconHandStop } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { isAvailable } from '../../../shell/menu.ts'
import { formatTime } from '../../../ui/format.ts'
import { HoldButton } from '../../hold/hold-button.tsx'
import type { Result } from './receive-types.ts'
import { ReportLink } from './report-link.tsx'
import type { Known } from './result-words.ts'
import type { Receiving } from './use-receiving.ts'
import type { Undo } from './use-undo.ts'

interface ResultFootProps {
  known: Known
  result: Result
  receiving: Receiving
  undo: Undo
  onHold: (line: number) => void
}

function Foot({ said, children }: { said: ReactNode; children?: ReactNode }) {
  return (
    <div className="result-foot">
      <span>{said}</span>
      {children && <div className="result-actions">{children}</div>}
    </div>
  )
}

const toOrders = (
  <Button component={Link} href="/orders" variant="filled">
    Go to My Orders
  </Button>
)

/** What can be done about a result, inside the panel: no dialog stands over it. */
export function ResultFoot({ known, result, receiving, undo, onHold }: ResultFootProps) {
  const leave = <Button onClick={receiving.rest}>{result.kind === 'stop' ? 'Leave it out' : 'Set aside'}</Button>
  const hold = 'line' in result && result.line >= 0 && (
    <Button variant="subtle" leftSection={<IconHandStop className="ic ic-16" aria-hidden="true" />} onClick={() => onHold(result.line)}>
      Put on hold…
    </Button>
  )
  switch (result.kind) {
    case 'received': {
      const { receiptId, line } = result
      if (result.waiting) {
        return (
          <Foot said={`Scanned at ${formatTime(result.at)}`}>
            <Button
              className="foot-undo"
              leftSection={<IconArrowBackUp className="ic ic-16" aria-hidden="true" />}
              onClick={() => receiving.takeBack(result.id)}
            >
              Undo this scan
            </Button>
          </Foot>
        )
      }
      const isDone = known.index.order.received >= known.index.order.total
      return (
        <Foot said={`Received by you at ${formatTime(result.at)}`}>
          <Button
            className={isDone ? undefined : 'foot-undo'}
            disabled={receiptId === null}
            leftSection={<IconArrowBackUp className="ic ic-16" aria-hidden="true" />}
            onClick={() => receiptId !== null && undo.begin({ receiptId, line, only: false })}
          >
            {result.of === 'med' ? 'Undo this scan' : 'Undo'}
          </Button>
          {(result.of === 'med' || result.of === 'container') && hold}
          {isDone && toOrders}
        </Foot>
      )
    }
    case 'stop': {
      if (result.why === 'held') return <Foot said="Keep scanning">{leave}</Foot>
      if (result.why === 'notShipped')
        return (
          <Foot said="Keep scanning">
            {leave}
            {hold}
          </Foot>
        )
      if (!result.asking) {
        return (
          <Foot said={formatTime(result.at)}>
            {leave}
            {hold}
            <Button variant="subtle" onClick={() => receiving.ask(result, true)}>
              Receive anyway…
            </Button>
          </Foot>
        )
      }
      return (
        <Foot said="Your name stays with it">
          {leave}
          <Button color="red" variant="filled" onClick={() => receiving.receiveMed(result.line, result.how)}>
            {result.why === 'expired' ? 'Receive this expired med' : 'Receive this short-dated med'}
          </Button>
        </Foot>
      )
    }
    case 'receivedElsewhere': {
      const other = result.found.find((one) => one.documentId !== null)
      return (
        <Foot said="">
          {other && (
            <Button component={Link} href={`/orders/receive/${other.documentId}`}>
              Look at that order
            </Button>
          )}
          {leave}
          {hold}
          <Button variant="subtle" onClick={() => receiving.receiveMed(result.line, result.how)}>
            Count it here too
          </Button>
        </Foot>
      )
    }
    case 'missing': {
      if (result.looking) return <Foot said="Keep scanning" />
      const other = result.found.find((one) => one.documentId !== null)
      const own = result.found[0]
      return (
        <Foot said="">
          {other && (
            <Button component={Link} href={`/orders/receive/${other.documentId}`}>
              Receive it there
            </Button>
          )}
          {!other && own && (
            <Button component={Link} href={`/meddetail/${own.medId}`}>
              Look at its history
            </Button>
          )}
          {own?.medId != null && <HoldButton target={{ medId: own.medId }} name={own.productName ?? 'This package'} />}
          {!own && result.reading.kind === 'unit' && (
            <HoldButton
              target={{ locationId: known.locationId, gtin: result.reading.gtin, serialNumber: result.reading.serialNumber }}
              name={`Serial number ${result.reading.serialNumber}`}
            />
          )}
          {!own && isAvailable('/reportanincident') && <ReportLink reading={result.reading} />}
          {leave}
        </Foot>
      )
    }
    case 'failed':
      return (
        <Foot said={formatTime(result.at)}>
          <Button onClick={result.retry}>Try again</Button>
          {leave}
        </Foot>
      )
    case 'choose':
      return <Foot said="Nothing is received until you choose">{leave}</Foot>
    case 'already':
      return <Foot said="Keep scanning">{hold}</Foot>
    case 'unreadable':
    case 'undone':
      return <Foot said="Keep scanning" />
  }
}

export function DoneFoot() {
  return <Foot said="">{toOrders}</Foot>
}
