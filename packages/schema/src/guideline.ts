import { z } from 'zod'
import { formatAmount } from './counted.ts'

/** Whether a document says that it is a drop shipment; `mixed` if its statements contradict each other. */
export const dropShipment = z.enum(['yes', 'no', 'mixed'])
export type DropShipment = z.infer<typeof dropShipment>

/** An element that the GS1 US guideline defines for shipments, with its value in the document. */
export const guidelineFact = z.object({
  name: z.string(),
  /** Whether the element belongs to a vendor's extension. */
  isVendor: z.boolean(),
  value: z.string().nullable(),
  isInHeader: z.boolean(),
  /** Sequence numbers of the shipping events that contain the element. */
  events: z.array(z.int()),
})
export type GuidelineFact = z.infer<typeof guidelineFact>

/**
 * For each possible value of `dropShipment`: its words on the screen, and what it means for transaction information and statement.
 */
export const DROP_SHIPMENT_WORDS: Readonly<Record<DropShipment, { value: string; meaning: string }>> = {
  yes: {
    value: 'Yes',
    meaning:
      'The seller sold these packages without handling them. The company that shipped them provides the transaction information and statement, which must also name the seller.',
  },
  no: { value: 'No', meaning: 'The seller handled these packages and provides the transaction information and statement.' },
  mixed: {
    value: 'Contradictory',
    meaning:
      'The file marks a drop shipment in one place and denies it in another. Ask the sender which company provides the transaction information and statement.',
  },
}

const QUALIFIERS: Readonly<Record<string, string>> = {
  ENTIRELY_DIRECT: 'All packages',
  PARTIALLY_DIRECT: 'Some packages',
  ENTIRELY_INDIRECT: 'No package',
  TRUE: 'Yes',
  FALSE: 'No',
}
const qualified = (value: string) => QUALIFIERS[value.toUpperCase()] ?? value

const FACTS: Readonly<Record<string, { label: string; words: (value: string) => string }>> = {
  directPurchase: { label: 'Bought directly from the manufacturer', words: qualified },
  directPurchaseStatement: { label: 'Direct purchase statement', words: (value) => value },
  indirectPurchaseEPCs: { label: 'Listed as not bought directly', words: (value) => formatAmount(Number(value), 'package') },
  receivedDirectPurchaseFromPrevWhlsDist: { label: 'Bought directly by the previous wholesaler', words: qualified },
  receivedDirectPurchaseFromPrevWhlsDistStatement: { label: 'Statement of the previous wholesaler', words: (value) => value },
  transactionDate: { label: 'Change of ownership', words: (value) => value },
}

/** Rows for a list of facts: whether the shipment is a drop shipment, and the document's other statements in elements of the guideline. */
export function shipmentWords({
  dropShipment,
  guidelineFacts,
}: {
  dropShipment: DropShipment | null
  guidelineFacts: readonly GuidelineFact[]
}) {
  const mark = dropShipment && DROP_SHIPMENT_WORDS[dropShipment]
  return [
    ...(mark ? [{ label: 'Drop shipment', value: mark.value, sub: mark.meaning }] : []),
    ...guidelineWords(guidelineFacts).map(({ label, value, source }) => ({ label, value, sub: `In the file: ${source}` })),
  ]
}

/** The label, the value and the sources of each guideline element, apart from the elements that mark a drop shipment. */
function guidelineWords(facts: readonly GuidelineFact[]): { label: string; value: string; source: string }[] {
  return facts.flatMap(({ name, value, ...fact }) => {
    const known = FACTS[name]
    return known && value !== null ? [{ label: known.label, value: known.words(value), source: sourceWords(fact) }] : []
  })
}

const MOST_NAMED = 5

function sourceWords({ isInHeader, events, isVendor }: Omit<GuidelineFact, 'name' | 'value'>): string {
  const named = events.slice(0, MOST_NAMED).join(', ') + (events.length > MOST_NAMED ? ` and ${events.length - MOST_NAMED} more` : '')
  const places = [isInHeader && 'header', events.length > 0 && `${events.length > 1 ? 'events' : 'event'} ${named}`]
    .filter(Boolean)
    .join(', ')
  return isVendor ? `${places}, in the sender’s own extension` : places
}
