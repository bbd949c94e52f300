import { formatAmount, formatCount } from '../../../../ui/text/format.ts'
import { productWords, takeLastCharacters } from '../line/product-name.ts'
import { findFact, findKind, type ReceiveIndex } from '../receive-index.ts'
import type { OrderProduct, ReceiptInfo } from '../receive-types.ts'

/** Facts about the order from which names and result texts are composed. */
export interface WordFacts {
  index: ReceiveIndex
  products: ReadonlyMap<number, OrderProduct>
  receipts: Map<number, ReceiptInfo>
  me: number
  /** Location of the order. */
  locationId: number
  /** Whether the order belongs to another location, so that nothing can be done here. */
  isReadOnly?: boolean
}

export function findProduct({ index, products }: WordFacts, line: number): OrderProduct | undefined {
  return products.get(findFact(index, line)?.productId ?? -1)
}

/** `Case 041 833`: kind, and the end of its code in groups of three. */
export function containerName(index: ReceiveIndex, line: number): string {
  const tail = takeLastCharacters(index.keys[line] ?? '', 6)
  return `${findKind(index, line)} ${tail.replace(/^(.{3})(?=.)/, '$1 ')}`
}

/** Name of a line in a question: `Serial 10K7…` for a med, or a container's name with its number of packages. */
export function lineName(index: ReceiveIndex, line: number): string {
  if (line < 0) return ''
  if (findKind(index, line) === 'Package') return `Serial ${index.keys[line]}`
  return `${containerName(index, line)} with ${formatAmount(index.meds[line] ?? 0, 'package')}`
}

/** `11 of 12 in case 041 857`; for an outermost unit, the count of the whole order. */
export function describePlace({ index }: WordFacts, line: number): string {
  const parent = index.parents[line] ?? -1
  if (parent < 0) return `${formatCount(index.order.received)} of ${formatCount(index.order.total)} in this order`
  const name = containerName(index, parent)
  return `${formatCount(index.received[parent] ?? 0)} of ${formatCount(index.meds[parent] ?? 0)} in ${lowerFirst(name)}`
}

export const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)

export function medName(known: WordFacts, line: number): string {
  if (line < 0) return 'Several packages'
  const kind = findKind(known.index, line)
  if (kind !== 'Package') return containerName(known.index, line)
  const product = findProduct(known, line)
  return product ? productWords(product).whole : 'Product not named'
}

/** Contents of a container: a single product by name, several as a count. */
export function contentsName({ index, products }: WordFacts, line: number): string {
  const found = new Set<number>()
  for (let at = line; at <= (index.lasts[line] ?? line); at += 1) {
    const product = index.meds[at] === 1 && index.lasts[at] === at ? findFact(index, at)?.productId : null
    if (product != null) found.add(product)
  }
  const [only] = found
  return found.size === 1 && only !== undefined ? productWords(products.get(only)).whole : formatAmount(found.size, 'product')
}
