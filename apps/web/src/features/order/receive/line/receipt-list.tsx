import { Button, Text } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { writeProducts } from '@seriatim/schema'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Outputs, trpc } from '../../../../api/trpc.ts'
import { Card } from '../../../../ui/layout/card.tsx'
import { Section } from '../../../../ui/layout/section.tsx'
import { type Line, Lines } from '../../../../ui/list/lines.tsx'
import { Loaded } from '../../../../ui/page/loaded.tsx'
import { Code } from '../../../../ui/text/code.tsx'
import { formatAmount, formatCount, formatWhen } from '../../../../ui/text/format.ts'
import { Muted } from '../../../../ui/text/text.tsx'
import { describeLabelDifference } from '../../../scan/label-words.ts'
import type { UndoWish } from '../machine/panel.ts'
import type { How } from '../receive-types.ts'

const howWords: Record<How, string> = {
  scan: 'Scan',
  serial: 'Serial number',
  container: 'Container',
  product: 'Product',
  all: 'Receive All',
}

type ReceiptLabel = Outputs['order']['readManyReceipts'][number]['labels'][number]

/** Describes how the label of a received package differed from the file. */
function labelWords({ lotNumber, expirationDate, fileLotNumber, fileExpirationDate }: ReceiptLabel): string {
  const label = { ...(lotNumber ? { lotNumber } : {}), ...(expirationDate ? { expirationDate } : {}) }
  return describeLabelDifference(label, { lotNumber: fileLotNumber, expirationDate: fileExpirationDate }, 'file')
}

/** Receipts, newest first, with Undo for people who have the right. */
export function ReceiptList({ documentId, onUndo }: { documentId: number; onUndo: (wish: UndoWish) => void }) {
  const [opened, setOpened] = useState(false)
  return (
    <Section
      title="Receipts"
      aside={
        <Button size="xs" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {opened ? 'Hide receipts' : 'Show receipts'}
        </Button>
      }
    >
      {opened && <Receipts documentId={documentId} onUndo={onUndo} />}
    </Section>
  )
}

function Receipts({ documentId, onUndo }: { documentId: number; onUndo: (wish: UndoWish) => void }) {
  const receipts = trpc.order.readManyReceipts.useQuery(
    { documentId },
    { refetchInterval: 10_000, trpc: { context: { background: true } } },
  )
  return (
    <Loaded
      query={receipts}
      subject="The receipts"
      meaning="What was received is safe; this list cannot reach the server right now."
      waiting={<Card busy>{null}</Card>}
    >
      {(all) => <ReceiptRows receipts={all} onUndo={onUndo} />}
    </Loaded>
  )
}

type Receipt = Outputs['order']['readManyReceipts'][number]

function ReceiptRows({ receipts, onUndo }: { receipts: readonly Receipt[]; onUndo: (wish: UndoWish) => void }) {
  if (receipts.length === 0) return <Muted>Nothing has been received yet. Every scan will be listed here and can be undone.</Muted>
  return (
    <Card>
      <Lines lines={receipts.map((receipt) => makeLine(receipt, onUndo))} />
    </Card>
  )
}

/** Shows what a receipt contains: product and serial number if it was one package, otherwise the number of packages and their products. */
function Contents({ amount, products, serialNumber, medId }: Pick<Receipt, 'amount' | 'products' | 'serialNumber' | 'medId'>) {
  if (serialNumber === null)
    return (
      <>
        <b>{formatAmount(amount, 'package')}</b> of {writeProducts(products)}
      </>
    )
  const code = <Code groups={groupCode('serial', serialNumber)} boldTail small />
  return (
    <>
      <b>{writeProducts(products)}</b>, serial {medId === null ? code : <Link href={`/meddetail/${medId}`}>{code}</Link>}
    </>
  )
}

function makeLine(receipt: Receipt, onUndo: (wish: UndoWish) => void): Line {
  const { id, at, by, how, amount, remaining, mayUndo, reason, labels, products, serialNumber } = receipt
  const what = serialNumber === null ? `${formatAmount(amount, 'package')} of ${writeProducts(products)}` : `serial ${serialNumber}`
  const undone = remaining === 0 ? 'undone' : remaining < amount ? `${formatCount(amount - remaining)} undone` : ''
  return {
    key: id,
    name: `receipt of ${what}`,
    content: <Contents {...receipt} />,
    sub: (
      <>
        {by.firstName} {by.lastName}, {howWords[how].toLowerCase()}, <time dateTime={at}>{formatWhen(at)}</time>
        {undone && `, ${undone}`}
        {reason && (
          <Text fz="sm" mt={4}>
            {labels.map((label) => `Serial ${label.serialNumber}: ${labelWords(label)} `)}
            Reason: <b>{reason}</b>
          </Text>
        )}
      </>
    ),
    end: mayUndo && (
      <Button
        size="xs"
        variant="subtle"
        aria-label={`Undo receipt of ${what}, ${formatWhen(at)}`}
        onClick={() => onUndo({ receiptId: id, line: -1, only: false })}
      >
        Undo
      </Button>
    ),
  }
}
