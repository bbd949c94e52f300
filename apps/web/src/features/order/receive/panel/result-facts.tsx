import { Box, Group, Text } from '@mantine/core'
import { differingFields, groupCode, type LabelField } from '@seriatim/gs1'
import { IconAlertOctagon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Code } from '../../../../ui/text/code.tsx'
import { formatCount, formatExpiry, formatLongDate } from '../../../../ui/text/format.ts'
import { Glyph } from '../../../../ui/text/glyph.tsx'
import { scaleLength } from '../../../scan/result/scale-length.ts'
import { findFact, findKind, findRecall, leftIn } from '../receive-index.ts'
import type { ScanResult } from '../receive-types.ts'
import { findProduct, type WordFacts } from './line-names.ts'
import css from './result.module.css'

const SIZES = { usual: scaleLength(2.1, 1.25), large: scaleLength(3.2, 1.25), long: scaleLength(2.1, 1.125) } as const

interface FactProps {
  label: string
  size?: keyof typeof SIZES
  /** Whether the fact takes up a full row. */
  wide?: boolean
  /** A code split into groups of digits, which are easier to read. They are plain text, because buttons would only distract. */
  groups?: readonly string[]
  /** Whether the fact is hidden on phones. */
  deskOnly?: boolean
  children?: ReactNode
}

function Fact({ label, size = 'usual', wide, groups, deskOnly, children }: FactProps) {
  return (
    <Box flex={wide ? '1 0 100%' : '1 1 auto'} {...(deskOnly ? { visibleFrom: 'sm' } : {})}>
      <Text component="dt" fz={scaleLength(1, 0.875)} c="var(--ink-2)">
        {label}
      </Text>
      <Text component="dd" fz={SIZES[size]} lh={1.25} fw={500} lts="-0.015em">
        {groups && <Code groups={groups} boldTail={groups.length > 1} wraps />}
        {children}
      </Text>
    </Box>
  )
}

function FactList({ children }: { children: ReactNode }) {
  return (
    <Group component="dl" gap={`${scaleLength(1.25, 0.5)} ${scaleLength(2)}`} my="auto" py={scaleLength(1)}>
      {children}
    </Group>
  )
}

const keySize = (key: string) => (key.length > 16 ? 'long' : 'large')

/** Shows what the file says about the scanned package, large enough to compare with the print on the package in hand. */
export function ResultFacts({ known, result }: { known: WordFacts; result: ScanResult }) {
  if (result.kind === 'missing') return <AsRead result={result} />
  if (result.kind === 'received' && (result.of === 'all' || result.of === 'product')) return <Counted result={result} />
  if (result.kind === 'productCode') return <WhereToScan />
  if (!('line' in result) || result.line < 0) return null
  if (result.kind === 'differs') return <Differing known={known} result={result} />
  const { index } = known
  const { line } = result
  const key = index.keys[line] ?? ''
  const fact = findFact(index, line)
  if (findKind(index, line) !== 'Package') {
    return (
      <FactList>
        <Fact
          label={fact?.gtin ? 'Serial number' : 'SSCC'}
          size="large"
          wide
          groups={groupCode(/^\d{18}$/.test(key) ? 'sscc' : 'serial', key)}
        />
        <Fact label="Received">{formatCount(index.received[line] ?? 0)}</Fact>
        <Fact label="Remaining">{formatCount(leftIn(index, line))}</Fact>
        {result.kind === 'stop' && result.why === 'recalled' && <RecalledUnits known={known} line={line} />}
      </FactList>
    )
  }
  const ndc = findProduct(known, line)?.additionalTradeItemId
  return (
    <FactList>
      <Fact label="Serial number" size={keySize(key)} wide groups={groupCode('serial', key)} />
      <Fact label="Lot" groups={[fact?.lotNumber ?? '–']} />
      <Fact label="Expires">{formatLongDate(fact?.expirationDate)}</Fact>
      {ndc && <Fact label="NDC" groups={[ndc]} deskOnly />}
    </FactList>
  )
}

/** Lists every recalled package in a case or pallet, so that somebody can take them out. */
function RecalledUnits({ known: { index }, line }: { known: WordFacts; line: number }) {
  const lines: number[] = []
  for (let at = line + 1; at <= (index.lasts[line] ?? line); at += 1)
    if (index.meds[at] === 1 && index.lasts[at] === at && findRecall(index, at)) lines.push(at)
  return (
    <Box flex="1 0 100%">
      <Text component="dt" fz={scaleLength(1, 0.875)} c="var(--ink-2)">
        Recalled packages ({formatCount(lines.length)})
      </Text>
      <Box component="dd" mah={160} style={{ overflowY: 'auto' }} tabIndex={0} aria-label="Recalled packages">
        {lines.map((at) => (
          <Text key={at} fz="md" lh={1.5}>
            <Code groups={groupCode('serial', index.keys[at] ?? '')} boldTail wraps /> lot {findFact(index, at)?.lotNumber ?? 'not named'},{' '}
            {findRecall(index, at)?.recallNumbers[0]}
          </Text>
        ))}
      </Box>
    </Box>
  )
}

const fieldWords: Record<LabelField, string> = { lotNumber: 'Lot', expirationDate: 'Expires' }

/** The label's values next to the file's, large enough to compare with the package. */
function Differing({ known, result }: { known: WordFacts; result: Extract<ScanResult, { kind: 'differs' }> }) {
  const { label, file } = result
  const key = known.index.keys[result.line] ?? ''
  const different = differingFields(label, file)
  const show = (field: LabelField, said: string | null | undefined) =>
    field === 'expirationDate' ? formatExpiry(said) : <Code groups={[said ?? '–']} wraps />
  return (
    <Box my="auto" py={scaleLength(1)} fz={scaleLength(1, 0.875)} lh={1.4} data-compare>
      <p>
        Serial number{' '}
        <b>
          <Code groups={groupCode('serial', key)} boldTail wraps />
        </b>
      </p>
      <table className={css.compare}>
        <thead>
          <tr>
            <td />
            {['The label says', 'The file says'].map((words) => (
              <Text component="th" key={words} scope="col" inherit c="var(--ink-2)">
                {words}
              </Text>
            ))}
          </tr>
        </thead>
        <tbody>
          {(['lotNumber', 'expirationDate'] as const).map((field) => (
            <tr key={field}>
              <Text component="th" scope="row" inherit w="1%" c="var(--ink-2)">
                <Group gap={6} wrap="nowrap" miw="max-content">
                  {different.includes(field) && <Glyph of={IconAlertOctagon} label="Different" color="var(--stop-text)" />}
                  {fieldWords[field]}
                </Group>
              </Text>
              <Box component="td" style={{ color: different.includes(field) ? 'var(--stop-text)' : undefined }}>
                {label[field] === undefined ? 'Not on it' : show(field, label[field])}
              </Box>
              <td>{show(field, file[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}

/** Shows which of the two barcodes on a package to scan: the square 2D code, not the linear one. */
function WhereToScan() {
  return (
    <svg
      viewBox="0 0 360 150"
      style={{ width: scaleLength(26, 18), maxWidth: '100%', minHeight: 0, margin: 'auto 0' }}
      fontSize="13"
      textAnchor="middle"
      role="img"
      aria-label="A package: the linear barcode is crossed out, the 2D code is marked."
    >
      <rect fill="var(--ground)" stroke="var(--edge)" strokeWidth="2" x="2" y="2" width="356" height="146" rx="8" />
      <g fill="var(--ink-3)">
        {[28, 36, 48, 54, 66, 76, 82, 94, 102, 112, 120, 130].map((x, place) => (
          <rect key={x} x={x} y="40" width={place % 3 === 0 ? 6 : 3} height="62" />
        ))}
      </g>
      <path stroke="var(--stop)" strokeWidth="6" strokeLinecap="round" d="M22 34l118 74M140 34L22 108" />
      <g fill="var(--ink-1)">
        <path d="M244 36h6v72h-6zM244 102h72v6h-72z" />
        {[...'011010110100101101101001101011010010'].map((bit, place) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: a drawing
          bit === '1' ? <rect key={place} x={256 + (place % 6) * 10} y={40 + Math.floor(place / 6) * 10} width="9" height="9" /> : null,
        )}
      </g>
      <rect fill="none" stroke="var(--done)" strokeWidth="5" x="230" y="22" width="100" height="100" rx="8" />
      <text fill="var(--ink-2)" x="81" y="136">
        not the stripes
      </text>
      <text fill="var(--ink-2)" x="280" y="141">
        the square
      </text>
    </svg>
  )
}

function AsRead({ result: { reading } }: { result: Extract<ScanResult, { kind: 'missing' }> }) {
  if (reading.kind === 'unreadable') return null
  const isContainer = reading.kind === 'container'
  const key = isContainer ? reading.sscc : reading.serialNumber
  return (
    <FactList>
      <Fact
        label={isContainer ? 'SSCC' : 'Serial number'}
        size={keySize(key)}
        wide
        groups={groupCode(isContainer ? 'sscc' : 'serial', key)}
      />
      {reading.kind === 'unit' && <Fact label="GTIN" groups={groupCode('gtin', reading.gtin)} />}
    </FactList>
  )
}

function Counted({ result }: { result: Extract<ScanResult, { kind: 'received' }> }) {
  return (
    <FactList>
      <Fact label="Received now" size="large">
        {formatCount(result.amount)}
      </Fact>
      {result.expired > 0 && (
        <Fact label="Expired" size="large">
          <Box component="span" c="var(--stop-text)">
            {formatCount(result.expired)}
          </Box>
        </Fact>
      )}
      {result.held > 0 && (
        <Fact label="Left out, on hold" size="large">
          <Box component="span" c="var(--stop-text)">
            {formatCount(result.held)}
          </Box>
        </Fact>
      )}
    </FactList>
  )
}
