import { Button, Stack, Text, Title } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { IconLineScan } from '@tabler/icons-react'
import { Code } from '../../../../ui/text/code.tsx'
import { formatAmount, formatCount } from '../../../../ui/text/format.ts'
import { VisuallyHidden } from '../../../../ui/text/text.tsx'
import { EmptyFrame, ResultFrame } from '../../../scan/result/result-frame.tsx'
import { scaleLength } from '../../../scan/result/scale-length.ts'
import { DoneFoot, ResultFoot } from '../foot/result-foot.tsx'
import type { ReceiveMachine } from '../machine/receive-machine.ts'
import { findFact, findKind } from '../receive-index.ts'
import type { OrderDetail, ScanResult } from '../receive-types.ts'
import { findProduct, type WordFacts } from './line-names.ts'
import { ResultFacts } from './result-facts.tsx'
import { announcement, describeResult } from './result-words.ts'

interface ResultPanelProps {
  known: WordFacts
  detail: OrderDetail
  result: ScanResult | undefined
  machine: ReceiveMachine
  /** Asks to put a line of the order on hold. */
  onHold: (line: number) => void
}

/** Shows the result of the last scan. It is the most prominent element of the screen: it never moves, and nothing may cover it. */
export function ResultPanel({ known, detail, result, machine, onHold }: ResultPanelProps) {
  const { order } = known.index
  const isDone = order.total > 0 && order.received >= order.total
  return (
    <>
      {result ? (
        <Shown known={known} result={result} machine={machine} onHold={onHold} />
      ) : isDone ? (
        <Done known={known} detail={detail} />
      ) : (
        <Resting first={order.received === 0} />
      )}
      <Text pos="absolute" role="status" aria-live="assertive">
        <VisuallyHidden>{result ? announcement(known, result) : ''}</VisuallyHidden>
      </Text>
    </>
  )
}

function Resting({ first }: { first: boolean }) {
  return (
    <EmptyFrame label="Last scan">
      <IconLineScan color="var(--ink-3)" stroke={1.25} style={{ width: scaleLength(7), height: scaleLength(7) }} aria-hidden="true" />
      <Title order={2} fz={scaleLength(3, 1.5)} lh={1.1} lts="-0.03em">
        Scan the {first ? 'first' : 'next'} package
      </Title>
      <Text maw="36em" fz={scaleLength(1.25, 0.875)} lh={1.4} c="var(--ink-2)">
        Point the scanner at its square 2D code, or type the serial number and press Enter.
      </Text>
    </EmptyFrame>
  )
}

function Done({ known, detail }: { known: WordFacts; detail: OrderDetail }) {
  const { order } = known.index
  const people = [...new Set([...known.receipts.values()].map((receipt) => receipt.by))]
  const packed = [
    detail.cases > 0 && formatAmount(detail.cases, 'case'),
    detail.pallets > 0 && formatAmount(detail.pallets, 'pallet'),
  ].filter(Boolean)
  return (
    <ResultFrame
      tone="done"
      shape="disc"
      title="All received"
      subtitle={`${formatCount(order.total)} of ${formatAmount(order.total, 'package')}`}
      product="This order is complete"
      says={
        <>
          {packed.length > 0 && `Everything in ${packed.join(' and ')} is in your records. `}
          {people.length > 0 && `Received by ${people.join(' and ')}. `}
          Nothing is left to do here.
        </>
      }
      foot={<DoneFoot />}
    />
  )
}

function Shown({ known, result, machine, onHold }: Omit<ResultPanelProps, 'detail'> & { result: ScanResult }) {
  const { shape, tone, title, subtitle, product, says } = describeResult(known, result)
  return (
    <ResultFrame
      tone={tone}
      shape={shape}
      title={title}
      subtitle={<Place words={subtitle} />}
      product={product}
      says={says}
      foot={<ResultFoot key={result.id} known={known} result={result} machine={machine} onHold={onHold} />}
    >
      {result.kind === 'choose' ? (
        <Choices known={known} result={result} machine={machine} />
      ) : (
        <ResultFacts known={known} result={result} />
      )}
    </ResultFrame>
  )
}

/** Shows where a package belongs, such as `11 of 12 in case 041 857`, with the container's code in monospace. */
function Place({ words }: { words: string }) {
  const [, before, code] = /^(.* in (?:pallet|case|bundle) )(.+)$/.exec(words) ?? []
  if (!before || !code) return words
  return (
    <>
      {before}
      <Code groups={code.split(' ')} />
    </>
  )
}

function Choices({
  known,
  result,
  machine,
}: {
  known: WordFacts
  result: Extract<ScanResult, { kind: 'choose' }>
  machine: ReceiveMachine
}) {
  return (
    <Stack component="ul" gap="xs" my="lg">
      {result.lines.map((line) => {
        const fact = findFact(known.index, line)
        const name =
          findKind(known.index, line) === 'Package'
            ? (findProduct(known, line)?.regulatedProductName ?? 'Product not named')
            : `A ${findKind(known.index, line).toLowerCase()}`
        return (
          <li key={line}>
            <Button fullWidth justify="flex-start" h="auto" mih={64} py="xs" onClick={() => machine.answer(line, result.how)}>
              <Text span ta="left" lh={1.4}>
                <Text component="b" display="block" fz="xl">
                  {name}
                </Text>
                <span>
                  {fact?.gtin && (
                    <>
                      GTIN <Code groups={groupCode('gtin', fact.gtin)} />
                    </>
                  )}
                  {fact?.lotNumber && `, lot ${fact.lotNumber}`}
                </span>
              </Text>
            </Button>
          </li>
        )
      })}
    </Stack>
  )
}
