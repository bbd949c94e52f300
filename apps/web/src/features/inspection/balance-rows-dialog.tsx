import { Button } from '@mantine/core'
import { formatNdc } from '@seriatim/gs1'
import { type BalanceRowKind, formatCount, type NdcBalance, type PackAsk } from '@seriatim/schema'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import { SubText } from '../../ui/text/text.tsx'
import { TextLink } from '../../ui/text/text-link.tsx'

const KINDS: Record<BalanceRowKind, string> = {
  received: 'Received',
  typedIn: 'Typed in',
  sold: 'Sold',
  returned: 'Returned',
  destroyed: 'Destroyed',
  otherwise: 'Disposed of another way',
  recalled: 'Recalled and removed',
}

interface BalanceRowsDialogProps {
  ask: PackAsk
  balance: NdcBalance
  onClose: () => void
}

/**
 * The rows from which the figures of one NDC are computed, each with its order, PO numbers, seller, and the seller's licenses on the day of the row.
 */
export function BalanceRowsDialog({ ask, balance: { ndc, productName }, onClose }: BalanceRowsDialogProps) {
  const rows = trpc.inspection.readManyBalanceRows.useQuery({ ask, ndc })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`${ndc ? formatNdc(ndc) : 'No NDC'}${productName ? `, ${productName}` : ''}`}
      size={880}
      foot={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded
        query={rows}
        subject="The rows"
        sentence={findServerSentence(rows.error)}
        safe="Your records are safe"
        waiting={<SkeletonCard />}
      >
        {(found) =>
          found.length === 0 ? (
            <EmptyLine>Packages were shipped, but none arrived during this period.</EmptyLine>
          ) : (
            <PlainTable label="Rows" head={['What', 'Packages', 'Lot', 'Order', 'Seller and license']} stacks region="Rows">
              {found.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows are only read, and have no id
                <tr key={at}>
                  <td>
                    <span>
                      {KINDS[row.kind]}
                      <SubText>
                        {formatDateTime(row.at)}, {row.locationName}
                      </SubText>
                    </span>
                  </td>
                  <td data-label="Packages">{formatCount(row.amount)}</td>
                  <td data-label="Lot">{row.lotNumber}</td>
                  <td data-label="Order">
                    {row.documentId !== null && (
                      <TextLink href={`/orders/receive/${row.documentId}`}>
                        {row.purchaseOrders ? `PO ${row.purchaseOrders}` : `Order ${row.documentId}`}
                      </TextLink>
                    )}
                  </td>
                  <td data-label="Seller and license">
                    <span>
                      {row.seller ?? row.note}
                      {row.license && <SubText>{row.license}</SubText>}
                    </span>
                  </td>
                </tr>
              ))}
            </PlainTable>
          )
        }
      </Loaded>
    </Dialog>
  )
}
