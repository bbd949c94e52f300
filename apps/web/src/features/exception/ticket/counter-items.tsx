import { Box, Button } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { COUNTER_KINDS } from '@seriatim/schema'
import { useState } from 'react'
import { Card } from '../../../ui/layout/card.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { formatAmount, formatExpiry } from '../../../ui/text/format.ts'
import { Muted } from '../../../ui/text/text.tsx'
import { orDash } from '../exception-words.tsx'
import type { Ticket } from '../use-exceptions.ts'
import { TicketFiles } from './ticket-files.tsx'

/** Rows shown before the user asks for more. */
const SHOWN = 20

/** A problem found at the counter: its description, what was scanned, and the photos. */
export function CounterItems({ ticket }: { ticket: Ticket }) {
  const { title, counterKind, items, amountOfItems, files } = ticket
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, SHOWN)
  return (
    <Card>
      <Box px="md" py="sm">
        <b>{title}</b>
        {counterKind && <Muted>{COUNTER_KINDS[counterKind]}, reported at the counter.</Muted>}
      </Box>
      {items.length > 0 && (
        <PlainTable label="Packages" small head={['Product', 'Serial number', 'Lot', 'Expires', 'GTIN']}>
          {shown.map((item) => (
            <tr key={`${item.gtin} ${item.serialNumber} ${item.sscc}`}>
              <td>{orDash(item.productName)}</td>
              <td>
                {item.serialNumber ? (
                  <Code groups={groupCode('serial', item.serialNumber)} copy="serial number" boldTail />
                ) : item.sscc ? (
                  <Code groups={groupCode('sscc', item.sscc)} copy="SSCC" />
                ) : (
                  '-'
                )}
              </td>
              <td>{orDash(item.lotNumber)}</td>
              <td>{item.expirationDate ? formatExpiry(item.expirationDate) : '-'}</td>
              <td>{item.gtin ? <Code groups={groupCode('gtin', item.gtin)} /> : '-'}</td>
            </tr>
          ))}
        </PlainTable>
      )}
      {shown.length < items.length && (
        <Box p="xs">
          <Button variant="subtle" size="xs" onClick={() => setWhole(true)}>
            Show {formatAmount(items.length - shown.length, 'more package')}
          </Button>
        </Box>
      )}
      {isWhole && amountOfItems > items.length && (
        <Box px="md" py="sm">
          {formatAmount(amountOfItems - items.length, 'more package')}: download this ticket to see them all.
        </Box>
      )}
      {files.length > 0 && (
        <Box px="md" py="sm">
          <TicketFiles files={files} />
        </Box>
      )}
    </Card>
  )
}
