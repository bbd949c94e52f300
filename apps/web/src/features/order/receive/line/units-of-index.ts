import type { WordFacts } from '../panel/line-names.ts'
import { type ContainerUnit, findFact, PACKAGE, type ReceiveIndex } from '../receive-index.ts'

/** Maximum number of rows rendered at once. */
const MOST = 500

/**
 * Makes rows from the scan index for a level that can't be loaded now: the children of the line `parent`, or the outermost lines if it is -1. The
 * rows lack the person and time of each receipt.
 */
export function makeUnits({ index, products }: Pick<WordFacts, 'index' | 'products'>, parent: number): ContainerUnit[] {
  const units: ContainerUnit[] = []
  const end = parent < 0 ? index.count - 1 : (index.lasts[parent] ?? parent)
  for (let at = parent + 1; at <= end && units.length < MOST; at = (index.lasts[at] ?? at) + 1)
    if ((index.meds[at] ?? 0) > 0) units.push(makeUnit(index, products, at))
  return units
}

function makeUnit(index: ReceiveIndex, products: WordFacts['products'], line: number): ContainerUnit {
  const { gtin = null, productId = null, lotNumber = null, expirationDate = null } = findFact(index, line) ?? {}
  const isPackage = index.states[line] === PACKAGE
  const key = index.keys[line] ?? ''
  const isLogistic = isPackage && gtin === null
  return {
    line,
    parentLine: (index.parents[line] ?? -1) < 0 ? null : (index.parents[line] ?? null),
    kind: isPackage ? 'package' : 'med',
    sscc: isLogistic ? key : null,
    gtin,
    serialNumber: isLogistic ? null : key,
    medId: null,
    isShipped: true,
    isHeld: false,
    isPending: false,
    epcisMedVocabularyId: productId,
    lotNumber,
    expirationDate,
    meds: index.meds[line] ?? 0,
    received: index.received[line] ?? 0,
    held: index.held[line] ?? 0,
    pending: 0,
    children: countChildren(index, line),
    contents: nameContents(index, products, line),
    receivedById: null,
    receivedBy: null,
    datetimeReceived: null,
    how: null,
    receiptId: null,
  }
}

function countChildren(index: ReceiveIndex, line: number): number {
  let children = 0
  for (let at = line + 1; at <= (index.lasts[line] ?? line); at = (index.lasts[at] ?? at) + 1) children += 1
  return children
}

/** Names of the products in a line: at most four, which is also the server's limit. */
function nameContents(index: ReceiveIndex, products: WordFacts['products'], line: number): string[] {
  const names = new Set<string>()
  for (let at = line; at <= (index.lasts[line] ?? line) && names.size < 4; at += 1) {
    if (index.states[at] === PACKAGE) continue
    const product = products.get(findFact(index, at)?.productId ?? -1)
    if (product?.regulatedProductName) names.add([product.regulatedProductName, product.strengthDescription].filter(Boolean).join(' '))
  }
  return [...names]
}
