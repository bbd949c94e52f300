import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { DividedList } from '../../../ui/list/divided-list.tsx'
import { formatExpiry } from '../../../ui/text/format.ts'
import { Quiet } from '../../../ui/text/icon-text.tsx'
import { LinkButton } from '../../../ui/text/text.tsx'
import { Mono } from '../mono.tsx'
import { codeName, describeReading, type Recall, type RecalledCode } from '../recall-words.ts'
import { ScrolledTable } from '../search/scrolled-table.tsx'

/** Dialog that lists the expiration dates and lots that a recall covers for one product code. */
export function CodeDialog({ code, onClose }: { code: RecalledCode; onClose: () => void }) {
  const { words } = describeReading(code)
  return (
    <Dialog
      opened
      onClose={onClose}
      size={560}
      title={codeName(code)}
      closeLabel="Close"
      foot={
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      }
    >
      <p>{words.charAt(0).toUpperCase() + words.slice(1).replace(/\.$/, '')}.</p>
      {code.criteria.length > 0 && (
        <ScrolledTable label="Criteria" head={['Expiration', 'Lot Numbers']}>
          {code.criteria.map(({ id, expiration, recallLotNumbers }) => (
            <tr key={id}>
              <td data-label="Expiration">{expiration === null ? 'Any' : formatExpiry(expiration)}</td>
              <td data-label="Lot Numbers">
                <Mono wraps>{recallLotNumbers.map(({ lotNumber }) => lotNumber).join(', ') || 'All'}</Mono>
              </td>
            </tr>
          ))}
        </ScrolledTable>
      )}
    </Dialog>
  )
}

/** Lists the product codes of a recall. When the user chooses a code, the dialog shows that code's expiration dates and lots. */
export function CodesDialog({ recall, onClose }: { recall: Recall; onClose: () => void }) {
  const [first] = recall.recallCodes
  const [code, setCode] = useState<RecalledCode | undefined>(recall.recallCodes.length === 1 ? first : undefined)
  if (code) return <CodeDialog code={code} onClose={recall.recallCodes.length === 1 ? onClose : () => setCode(undefined)} />
  return (
    <Dialog opened onClose={onClose} title={recall.title} closeLabel="Close" foot={<Button onClick={onClose}>Close</Button>}>
      {recall.recallCodes.length === 0 ? (
        <EmptyState>No package could be read from the text.</EmptyState>
      ) : (
        <DividedList bare>
          {recall.recallCodes.map((one) => (
            <Group component="li" key={one.id} gap="4px 12px">
              <LinkButton onClick={() => setCode(one)}>{codeName(one)}</LinkButton>
              <Quiet>{describeReading(one).words}</Quiet>
            </Group>
          ))}
        </DividedList>
      )}
    </Dialog>
  )
}
