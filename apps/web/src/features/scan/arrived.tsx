import { decode } from '@seriatim/gs1'
import { IconLineScan } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Card } from '../../ui/card.tsx'
import { Code } from '../../ui/code.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatLongDate } from '../../ui/format.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Note } from '../../ui/note.tsx'
import { diagnose } from './diagnose.ts'
import { gapsOf, paceOf, type Take, terminatorOf, textOf } from './scan-log.ts'
import { getTiming } from './scanner-settings.ts'

/** Key by key what the scanner sends, and once it is silent, what that means. */
export function Arrived({ take, isWhole }: { take: Take; isWhole: boolean }) {
  return (
    <Card title="Test my scanner" className="scanner-arrived">
      <div className="card-body">
        {take.length === 0 ? (
          <div className="scanner-wait">
            <Glyph of={IconLineScan} />
            <p>
              <b>Scan the test code, or any package.</b>
              <span className="muted">Nothing needs to be clicked. What your scanner sends is shown here, key by key.</span>
            </p>
          </div>
        ) : (
          <>
            <h3 id="scanner-keys">What arrived</h3>
            <ol className="keys" aria-labelledby="scanner-keys">
              {take.map((key, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: keys repeat and never move
                <li key={place} className={key.isControl ? 'is-control' : undefined}>
                  {key.label}
                </li>
              ))}
            </ol>
          </>
        )}
        <div role="status" className="scanner-verdict">
          {isWhole && <Verdict take={take} />}
        </div>
      </div>
    </Card>
  )
}

function Verdict({ take }: { take: Take }) {
  const faults = useMemo(() => diagnose(take, getTiming()), [take])
  const decoded = decode(textOf(take), { lenient: true })
  const end = take.find((key) => key.end)?.label
  const gaps = gapsOf(take)
  return (
    <>
      {faults.length === 0 && (
        <Note meaning="done" title="Your scanner is well set.">
          Everything arrived as Seriatim needs it.
        </Note>
      )}
      {faults.map(({ kind, says, cure }) => (
        <Note key={kind} meaning="attention" title={says}>
          {cure}
        </Note>
      ))}
      <Facts
        facts={[
          ...(decoded.ok
            ? decoded.value.elements.map(({ ai, title, value, date }) => ({
                label: `(${ai}) ${title}`,
                value: <Code groups={[value]} />,
                ...(date ? { sub: formatLongDate(date) } : {}),
              }))
            : [{ label: 'Contents', value: 'Plain text, no GS1 barcode', sub: `${decoded.error.message}.` }]),
          { label: 'Ends with', value: terminatorOf(take) === 'none' ? 'Nothing' : end },
          { label: 'Pace', value: gaps.length === 0 ? '–' : `one character in ${paceOf(take)} ms` },
        ]}
      />
    </>
  )
}
