import { Button } from '@mantine/core'
import { COUNTER_KINDS } from '@seriatim/schema'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { Code, groupCode } from '../../ui/code.tsx'
import { countOf, formatExpiry } from '../../ui/format.ts'
import css from './document-items.module.css'
import { orDash } from './exception-words.tsx'
import { TicketFiles } from './ticket-files.tsx'
import type { Ticket } from './use-exceptions.ts'

/** Rows that stand there before somebody asks for more. */
const SHOWN = 20

/** What arose at the counter: the sentence, what was scanned, the photos. */
export function CounterItems({ ticket }: { ticket: Ticket }) {
  const { title, counterKind, items, amountOfItems, files } = ticket
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, SHOWN)
  return (
    <Card>
      <div className={css.lead}>
        <b>{title}</b>
        {counterKind && <p>{COUNTER_KINDS[counterKind]}, reported at the counter.</p>}
      </div>
      {items.length > 0 && (
        <div className={css.wide}>
          <table className={css.table} aria-label="Packages">
            <thead>
              <tr>
                {['Product', 'Serial number', 'Lot', 'Expires', 'GTIN'].map((label) => (
                  <th scope="col" key={label}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((item) => (
                <tr key={`${item.gtin} ${item.serialNumber} ${item.sscc}`}>
                  <td>{orDash(item.productName)}</td>
                  <td>
                    {item.serialNumber ? (
                      <Code groups={groupCode(item.serialNumber, 'serial')} copy="serial number" boldTail />
                    ) : item.sscc ? (
                      <Code groups={groupCode(item.sscc, 'sscc')} copy="SSCC" />
                    ) : (
                      '-'
                    )}
                  </td>
                  <td>{orDash(item.lotNumber)}</td>
                  <td>{item.expirationDate ? formatExpiry(item.expirationDate) : '-'}</td>
                  <td>{item.gtin ? <Code groups={groupCode(item.gtin, 'gtin')} /> : '-'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {shown.length < items.length && (
        <div className={css.more}>
          <Button variant="subtle" size="xs" onClick={() => setWhole(true)}>
            Show {countOf(items.length - shown.length, 'more package')}
          </Button>
        </div>
      )}
      {isWhole && amountOfItems > items.length && (
        <p className={css.lead}>{countOf(amountOfItems - items.length, 'more package')}: download this ticket to see them all.</p>
      )}
      {files.length > 0 && (
        <div className={css.lead}>
          <TicketFiles files={files} />
        </div>
      )}
    </Card>
  )
}
