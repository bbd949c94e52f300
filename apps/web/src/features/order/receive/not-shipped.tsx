import { useMemo, useState } from 'react'
import { Code, groupCode } from '../../../ui/code.tsx'
import { countOf, formatCount, formatDate } from '../../../ui/format.ts'
import { factOf, NOT_SHIPPED, type ReceiveIndex } from './receive-index.ts'

const FIRST = 10
const MORE = 200

/** Meds that the file lists and no shipping event names: not part of what was bought. */
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
    <section className="below" aria-labelledby="receive-not-shipped">
      <div className="row-head">
        <h2 id="receive-not-shipped">In the file, not shipped</h2>
        <span className="muted">
          {countOf(lines.length, 'med')} that the sender lists but did not ship. They are not part of any count.
        </span>
      </div>
      <ul className="card not-shipped">
        {lines.slice(0, shown).map((line) => {
          const fact = factOf(index, line)
          return (
            <li key={line}>
              <Code groups={groupCode(index.keys[line] ?? '', 'serial')} boldTail />
              <span className="muted">
                {fact?.gtin && (
                  <>
                    GTIN <Code groups={groupCode(fact.gtin, 'gtin')} />
                  </>
                )}
                {fact?.lotNumber && `, lot ${fact.lotNumber}`}
                {fact?.expirationDate && `, expires ${formatDate(fact.expirationDate)}`}
              </span>
            </li>
          )
        })}
        {rest > 0 && (
          <li>
            <button type="button" className="link" onClick={() => setShown(shown + MORE)}>
              {rest <= MORE ? `Show the other ${formatCount(rest)}` : `Show ${MORE} of the other ${formatCount(rest)}`}
            </button>
          </li>
        )}
      </ul>
    </section>
  )
}
