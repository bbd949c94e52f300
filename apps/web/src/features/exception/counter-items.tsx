import { COUNTER_KINDS } from '@seriatim/schema'
import { Card } from '../../ui/card.tsx'
import { Code, groupCode } from '../../ui/code.tsx'
import { countOf, formatExpiry } from '../../ui/format.ts'
import css from './document-items.module.css'
import { orDash } from './exception-words.tsx'
import { TicketFiles } from './ticket-files.tsx'
import type { Ticket } from './use-exceptions.ts'

/** What arose at the counter: the sentence, what was scanned, the photos. */
export function CounterItems({ ticket }: { ticket: Ticket }) {
  const { title, counterKind, items, amountOfItems, files } = ticket
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
                {['Product', 'Serial number', 'GTIN', 'Lot', 'Expires'].map((label) => (
                  <th scope="col" key={label}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
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
                  <td>{item.gtin ? <Code groups={groupCode(item.gtin, 'gtin')} /> : '-'}</td>
                  <td>{orDash(item.lotNumber)}</td>
                  <td>{item.expirationDate ? formatExpiry(item.expirationDate) : '-'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {amountOfItems > items.length && (
        <p className={css.lead}>{countOf(amountOfItems - items.length, 'more package')} in the list for the partner.</p>
      )}
      {files.length > 0 && (
        <div className={css.lead}>
          <TicketFiles files={files} />
        </div>
      )}
    </Card>
  )
}
