import type { ReactNode } from 'react'
import { Code, groupCode } from '../../../ui/code.tsx'
import { formatCount, formatLongDate } from '../../../ui/format.ts'
import { factOf, kindOf, leftIn } from './receive-index.ts'
import type { Result } from './receive-types.ts'
import { type Known, productOf } from './result-words.ts'

function Fact({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      {children}
    </div>
  )
}

/** What is printed on the package, large enough to compare with the one in the hand. */
export function ResultFacts({ known, result }: { known: Known; result: Result }) {
  if (result.kind === 'missing') return <AsRead result={result} />
  if (result.kind === 'received' && (result.of === 'all' || result.of === 'product')) return <Counted result={result} />
  if (!('line' in result) || result.line < 0) return null
  const { index } = known
  const { line } = result
  const key = index.keys[line] ?? ''
  const fact = factOf(index, line)
  if (kindOf(index, line) !== 'Med') {
    return (
      <dl className="result-facts">
        <Fact label={fact?.gtin ? 'Serial number' : 'SSCC'} className="wide">
          <dd className="code big">
            <Groups groups={groupCode(key, /^\d{18}$/.test(key) ? 'sscc' : 'serial')} />
          </dd>
        </Fact>
        <Fact label="Received in it">
          <dd>{formatCount(index.received[line] ?? 0)}</dd>
        </Fact>
        <Fact label="Left in it">
          <dd>{formatCount(leftIn(index, line))}</dd>
        </Fact>
      </dl>
    )
  }
  const ndc = productOf(known, line)?.additionalTradeItemId
  return (
    <dl className="result-facts">
      <Fact label="Serial number" className="wide">
        <dd className={key.length > 16 ? 'code big is-long' : 'code big'}>
          <Groups groups={groupCode(key, 'serial')} />
        </dd>
      </Fact>
      <Fact label="Lot">
        <dd className="code">{fact?.lotNumber ?? '–'}</dd>
      </Fact>
      <Fact label="Expires">
        <dd>{formatLongDate(fact?.expirationDate)}</dd>
      </Fact>
      {ndc && (
        <Fact label="NDC" className="c-ndc">
          <dd className="code">{ndc}</dd>
        </Fact>
      )}
    </dl>
  )
}

/** Groups without a button: a click here would take nothing but the eye. */
function Groups({ groups }: { groups: readonly string[] }) {
  return <Code groups={groups} boldTail={groups.length > 1} />
}

function AsRead({ result: { reading } }: { result: Extract<Result, { kind: 'missing' }> }) {
  if (reading.kind === 'unreadable') return null
  const isContainer = reading.kind === 'container'
  const key = isContainer ? reading.sscc : reading.serialNumber
  return (
    <dl className="result-facts">
      <Fact label={isContainer ? 'SSCC' : 'Serial number'} className="wide">
        <dd className={key.length > 16 ? 'code big is-long' : 'code big'}>
          <Groups groups={groupCode(key, isContainer ? 'sscc' : 'serial')} />
        </dd>
      </Fact>
      {reading.kind === 'unit' && (
        <Fact label="GTIN">
          <dd className="code">
            <Groups groups={groupCode(reading.gtin, 'gtin')} />
          </dd>
        </Fact>
      )}
    </dl>
  )
}

function Counted({ result }: { result: Extract<Result, { kind: 'received' }> }) {
  return (
    <dl className="result-facts">
      <Fact label="Received now">
        <dd className="big">{formatCount(result.amount)}</dd>
      </Fact>
      {result.expired > 0 && (
        <Fact label="Expired">
          <dd className="big stop">{formatCount(result.expired)}</dd>
        </Fact>
      )}
      {result.held > 0 && (
        <Fact label="Left out, on hold">
          <dd className="big stop">{formatCount(result.held)}</dd>
        </Fact>
      )}
    </dl>
  )
}
