import { differingFields, type LabelField } from '@seriatim/gs1'
import { IconAlertOctagon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Code, groupCode } from '../../../ui/code.tsx'
import { formatCount, formatExpiry, formatLongDate } from '../../../ui/format.ts'
import { Glyph } from '../../../ui/glyph.tsx'
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
  if (result.kind === 'productCode') return <WhereToScan />
  if (!('line' in result) || result.line < 0) return null
  if (result.kind === 'differs') return <Differing known={known} result={result} />
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

const fieldWords: Record<LabelField, string> = { lotNumber: 'Lot', expirationDate: 'Expires' }

/** What the label says beside what the file says, large enough to compare with the package. */
function Differing({ known, result }: { known: Known; result: Extract<Result, { kind: 'differs' }> }) {
  const { label, file } = result
  const key = known.index.keys[result.line] ?? ''
  const different = differingFields(label, file)
  const show = (field: LabelField, said: string | null | undefined) =>
    field === 'expirationDate' ? formatExpiry(said) : <span className="code">{said ?? '–'}</span>
  return (
    <div className="result-compare">
      <p>
        Serial number{' '}
        <b className="code">
          <Groups groups={groupCode(key, 'serial')} />
        </b>
      </p>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">The label says</th>
            <th scope="col">The file says</th>
          </tr>
        </thead>
        <tbody>
          {(['lotNumber', 'expirationDate'] as const).map((field) => (
            <tr key={field} className={different.includes(field) ? 'is-different' : undefined}>
              <th scope="row">
                {different.includes(field) && <Glyph of={IconAlertOctagon} label="Different" />}
                {fieldWords[field]}
              </th>
              <td>{label[field] === undefined ? 'Not on it' : show(field, label[field])}</td>
              <td>{show(field, file[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Which of the two codes on a package is meant: stripes no, square yes. */
function WhereToScan() {
  return (
    <svg
      className="where-to-scan"
      viewBox="0 0 360 150"
      role="img"
      aria-label="A package: the striped code is crossed out, the square code is marked."
    >
      <rect className="pack" x="2" y="2" width="356" height="146" rx="8" />
      <g className="stripes">
        {[28, 36, 48, 54, 66, 76, 82, 94, 102, 112, 120, 130].map((x, place) => (
          <rect key={x} x={x} y="40" width={place % 3 === 0 ? 6 : 3} height="62" />
        ))}
      </g>
      <path className="cross" d="M22 34l118 74M140 34L22 108" />
      <g className="square">
        <path d="M244 36h6v72h-6zM244 102h72v6h-72z" />
        {[...'011010110100101101101001101011010010'].map((bit, place) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: a drawing
          bit === '1' ? <rect key={place} x={256 + (place % 6) * 10} y={40 + Math.floor(place / 6) * 10} width="9" height="9" /> : null,
        )}
      </g>
      <rect className="frame" x="230" y="22" width="100" height="100" rx="8" />
      <text x="81" y="136">
        not the stripes
      </text>
      <text x="280" y="141">
        the square
      </text>
    </svg>
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
