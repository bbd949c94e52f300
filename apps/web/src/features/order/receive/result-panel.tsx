import { Button } from '@mantine/core'
import { IconLineScan } from '@tabler/icons-react'
import { Code, groupCode } from '../../../ui/code.tsx'
import { countOf, formatCount } from '../../../ui/format.ts'
import type { ReceiveMachine } from './machine/receive-machine.ts'
import { factOf, kindOf } from './receive-index.ts'
import type { OrderDetail, Result } from './receive-types.ts'
import { ResultFacts } from './result-facts.tsx'
import { DoneFoot, ResultFoot } from './result-foot.tsx'
import { ResultShape } from './result-shape.tsx'
import { announcement, type Known, productOf, wordsOf } from './result-words.ts'

interface ResultPanelProps {
  known: Known
  detail: OrderDetail
  result: Result | undefined
  machine: ReceiveMachine
  /** Asks to put a line of the order on hold. */
  onHold: (line: number) => void
}

/** The one loud thing of the product: what the last scan was. Nothing in it moves, and nothing is put over it. */
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
      <p className="vh" role="status" aria-live="assertive">
        {result ? announcement(known, result) : ''}
      </p>
    </>
  )
}

function Resting({ first }: { first: boolean }) {
  return (
    <section className="result result--rest" aria-label="Last scan">
      <IconLineScan className="rest-mark" aria-hidden="true" />
      <h2>Scan the {first ? 'first' : 'next'} package</h2>
      <p>Point the scanner at its square 2D code, or type the serial number and press Enter.</p>
    </section>
  )
}

function Done({ known, detail }: { known: Known; detail: OrderDetail }) {
  const { order } = known.index
  const people = [...new Set([...known.receipts.values()].map((receipt) => receipt.by))]
  const packed = [detail.cases > 0 && countOf(detail.cases, 'case'), detail.pallets > 0 && countOf(detail.pallets, 'pallet')].filter(
    Boolean,
  )
  return (
    <section className="result result--done" aria-label="Last scan">
      <div className="verdict">
        <ResultShape shape="disc" />
        <div>
          <h2>All received</h2>
          <p>
            {formatCount(order.total)} of {countOf(order.total, 'med')}
          </p>
        </div>
      </div>
      <div className="result-body">
        <p className="result-product">This order is complete</p>
        <p className="result-says">
          {packed.length > 0 && `All of ${packed.join(' and ')} is in your records. `}
          {people.length > 0 && `Received by ${people.join(' and ')}. `}
          Nothing is left to do here.
        </p>
        <DoneFoot />
      </div>
    </section>
  )
}

function Shown({ known, result, machine, onHold }: Omit<ResultPanelProps, 'detail'> & { result: Result }) {
  const { shape, tone, title, subtitle, product, says } = wordsOf(known, result)
  return (
    <section className={`result result--${tone}`} aria-label="Last scan">
      <div className="verdict">
        <ResultShape shape={shape} />
        <div>
          <h2 className={title.length > 13 ? 'is-long' : undefined}>{title}</h2>
          <p>
            <Place words={subtitle} />
          </p>
        </div>
      </div>
      <div className="result-body">
        <p className={product.length > 44 ? 'result-product is-long' : 'result-product'}>{product}</p>
        {says && <p className="result-says">{says}</p>}
        {result.kind === 'choose' ? (
          <Choices known={known} result={result} machine={machine} />
        ) : (
          <ResultFacts known={known} result={result} />
        )}
        <ResultFoot key={result.id} known={known} result={result} machine={machine} onHold={onHold} />
      </div>
    </section>
  )
}

/** The end of a container's code in the face of codes: `11 of 12 in case 041 857`. */
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

function Choices({ known, result, machine }: { known: Known; result: Extract<Result, { kind: 'choose' }>; machine: ReceiveMachine }) {
  return (
    <ul className="result-choices">
      {result.lines.map((line) => {
        const fact = factOf(known.index, line)
        const name =
          kindOf(known.index, line) === 'Med' ? (productOf(known, line)?.regulatedProductName ?? 'Product not named') : 'A package'
        return (
          <li key={line}>
            <Button onClick={() => machine.answer(line, result.how)}>
              <span className="choice">
                <b>{name}</b>
                <span>
                  {fact?.gtin && (
                    <>
                      GTIN <Code groups={groupCode(fact.gtin, 'gtin')} />
                    </>
                  )}
                  {fact?.lotNumber && `, lot ${fact.lotNumber}`}
                </span>
              </span>
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
