import { groupCode } from '@seriatim/gs1'
import { useMemo, useState } from 'react'
import { Card } from '../../../../ui/layout/card.tsx'
import { Section } from '../../../../ui/layout/section.tsx'
import { type Line, Lines } from '../../../../ui/list/lines.tsx'
import { Code } from '../../../../ui/text/code.tsx'
import { formatAmount, formatCount, formatDate } from '../../../../ui/text/format.ts'
import { LinkButton } from '../../../../ui/text/text.tsx'
import { findFact, NOT_SHIPPED, type ReceiveIndex } from '../receive-index.ts'

const FIRST = 10
const MORE = 200

/** Meds that are in the file but in no shipping event, so they are not part of the purchase. */
export function NotShipped({ index }: { index: ReceiveIndex }) {
  const [shown, setShown] = useState(FIRST)
  const lines = useMemo(() => {
    const found: number[] = []
    for (let line = 0; line < index.count; line += 1) if (index.states[line] === NOT_SHIPPED) found.push(line)
    return found
  }, [index])
  if (lines.length === 0) return null
  const rest = lines.length - shown
  return (
    <Section
      title="In the file, not shipped"
      aside={`${formatAmount(lines.length, 'package')} that the sender lists but did not ship. They are not part of any count.`}
    >
      <Card
        foot={
          rest > 0 && (
            <LinkButton onClick={() => setShown(shown + MORE)}>
              {rest <= MORE ? `Show the other ${formatCount(rest)}` : `Show ${MORE} of the other ${formatCount(rest)}`}
            </LinkButton>
          )
        }
      >
        <Lines lines={lines.slice(0, shown).map((line) => makeLine(index, line))} />
      </Card>
    </Section>
  )
}

function makeLine(index: ReceiveIndex, line: number): Line {
  const fact = findFact(index, line)
  const serial = index.keys[line] ?? ''
  return {
    key: line,
    name: `serial ${serial}`,
    content: <Code groups={groupCode('serial', serial)} boldTail />,
    sub: (
      <>
        {fact?.gtin && (
          <>
            GTIN <Code groups={groupCode('gtin', fact.gtin)} />
          </>
        )}
        {fact?.lotNumber && `, lot ${fact.lotNumber}`}
        {fact?.expirationDate && `, expires ${formatDate(fact.expirationDate)}`}
      </>
    ),
  }
}
