import type { StopKind } from '@seriatim/schema'
import {
  formatAmount,
  formatCount,
  formatDateTime,
  formatExpiry,
  formatLongDate,
  formatTime,
  localDay,
} from '../../../../ui/text/format.ts'
import { describeLabelDifference } from '../../../scan/label-words.ts'
import type { Tone } from '../../../scan/result/result-frame.tsx'
import type { Shape } from '../../../scan/result/result-shape.tsx'
import { MAP_FUNCTION_KEYS, NO_SERIAL } from '../../../scan/scanner/scan-hints.ts'
import { productWords, takeLastCharacters } from '../line/product-name.ts'
import { findOpenStop } from '../list/stopped-lines.ts'
import {
  findFact,
  findKind,
  findPendingTicket,
  findPossible,
  findRecall,
  leftIn,
  type PendingTicket,
  type ReceiveIndex,
} from '../receive-index.ts'
import type { HoldFact, ScanResult } from '../receive-types.ts'
import { factOfGtin } from '../resolve-scan.ts'
import { bulkSays } from './bulk-words.ts'
import { containerName, contentsName, describePlace, findProduct, lowerFirst, medName, type WordFacts } from './line-names.ts'

/** How the panel shows a result. Each kind of result has a different shape, so that users can tell results apart without seeing color. */
export interface ResultWords {
  shape: Shape
  tone: Tone
  title: string
  subtitle: string
  /** Text in large type, usually the product's name. */
  product: string
  /** Shorter form of `product` for lists, without the dosage form. */
  short: string
  /** One or two sentences: what happened and what to do. */
  says: string
}

/** Sentence about who received a line and when: "You received it at 09:13:58."; undefined if the page has not loaded the receipt. */
function receivedBy({ index, receipts, me }: WordFacts, line: number): string | undefined {
  const receipt = receipts.get(index.receipts[line] ?? 0)
  if (!receipt) return undefined
  return `${receipt.userId === me ? 'You' : receipt.by} received it at ${formatTime(receipt.at)}.`
}

const RESTORED = 'The scanner lost a separator; this is the only reading that is on the order.'

export function describeResult(known: WordFacts, result: ScanResult): ResultWords {
  const plain = wordsFor(known, result)
  const found = result.restored ? { ...plain, says: `${plain.says} ${RESTORED}`.trim() } : plain
  const isMed =
    'line' in result &&
    result.line >= 0 &&
    (result.kind !== 'received' || result.of === 'med') &&
    findKind(known.index, result.line) === 'Package'
  return isMed ? { ...found, short: productWords(findProduct(known, result.line)).short } : found
}

function wordsFor(known: WordFacts, result: ScanResult): ResultWords {
  switch (result.kind) {
    case 'received':
      return receivedWords(known, result)
    case 'already': {
      const isMed = findKind(known.index, result.line) === 'Package'
      const who = receivedBy(known, result.line) ?? (isMed ? 'It was already received.' : 'Everything in it was already received.')
      return words('ring', 'info', 'Already received', 'Nothing changed', medName(known, result.line), `${who} It is counted once.`)
    }
    case 'receivedElsewhere': {
      const said = `It was received with ${otherOrder(result.found[0])}. This order lists it too, and it is still open here. Open that order, or receive the package here with a reason.`
      return words('diamond', 'attention', 'On another order', 'Not counted here', medName(known, result.line), said)
    }
    case 'differs': {
      const said = `The label doesn't match the file. ${pastSays(result.label.expirationDate)}Set it aside: it may be counterfeit, or the file is wrong.`
      const place = (known.index.received[result.line] ?? 0) > 0 ? 'Received earlier' : 'Not received'
      return words('octagon', 'stop', 'Stop: label differs', place, medName(known, result.line), said)
    }
    case 'productCode':
      return productCodeWords(known, result)
    case 'stop':
      return stopWords(known, result)
    case 'choose':
      return words(
        'square',
        'unknown',
        'Which one?',
        'Nothing changed',
        `Serial ${result.serialNumber}`,
        'Several products on this order have this serial number. Choose the one in your hand, or scan its square 2D code.',
      )
    case 'unreadable':
      return result.noSerial
        ? words(
            'square',
            'unknown',
            'No serial number',
            'Nothing changed',
            NO_SERIAL,
            'Scan the square 2D code, or type the serial number.',
          )
        : words(
            'square',
            'unknown',
            'Not readable',
            'Nothing changed',
            'Scan it again',
            `${MAP_FUNCTION_KEYS} ${result.why} Or type the serial number.`,
          )
    case 'failed':
      return words(
        'octagon',
        'stop',
        'Not saved',
        `${formatAmount(result.amount, 'package')} not received`,
        medName(known, result.line),
        `${result.sentence} ${result.amount === 1 ? 'The package was removed from the count. Try again, or set the package aside.' : 'The packages were removed from the count. Try again, or set them aside.'}`,
      )
    case 'undone':
      return words(
        'back',
        'info',
        'Undone',
        `${formatAmount(result.amount, 'package')} marked as not received`,
        medName(known, result.line),
        'Scan again to receive.',
      )
    case 'missing':
      return missingWords(known, result)
    case 'there':
      return thereWords(result)
  }
}

function words(shape: Shape, tone: Tone, title: string, subtitle: string, product: string, says: string): ResultWords {
  return { shape, tone, title, subtitle, product, says, short: product }
}

function receivedWords(known: WordFacts, result: Extract<ScanResult, { kind: 'received' }>): ResultWords {
  const { index } = known
  if (result.movedTo !== undefined) {
    const product = result.of === 'med' ? medName(known, result.line) : lastName(known, result)
    const says = [bulkSays(result), 'This order was replaced by a corrected file. Open the corrected order to continue.']
    return words(
      'disc',
      'done',
      'Received',
      `${formatAmount(result.amount, 'package')} on the corrected order`,
      product,
      says.join(' ').trim(),
    )
  }
  if (result.waiting) {
    const place =
      result.of === 'med'
        ? describePlace(known, result.line)
        : `${formatAmount(result.amount, 'package')} in ${lowerFirst(containerName(index, result.line))}`
    const product = result.of === 'med' ? medName(known, result.line) : lastName(known, result)
    return words(
      'disc',
      'info',
      'Saved',
      place,
      product,
      result.behindOthers
        ? 'Saved on this device. Somebody else is working on this order, and the scan will send when they are done. Keep scanning.'
        : "Saved on this device. Will send when you're back online. Keep scanning.",
    )
  }
  if (index.order.total > 0 && index.order.received >= index.order.total) {
    const all = `${formatCount(index.order.total)} of ${formatAmount(index.order.total, 'package')}`
    const says = [bulkSays(result), 'This order is complete. Nothing is left to do here.'].filter(Boolean).join(' ')
    return words('disc', 'done', 'All received', all, result.of === 'med' ? medName(known, result.line) : lastName(known, result), says)
  }
  if (result.of === 'med')
    return words(
      'disc',
      'done',
      'Received',
      describePlace(known, result.line),
      medName(known, result.line),
      possibleSays(known.index, result.line),
    )
  const place = result.of === 'container' ? ` in ${lowerFirst(containerName(index, result.line))}` : ''
  return words('disc', 'done', 'Received', `${formatAmount(result.amount, 'package')}${place}`, lastName(known, result), bulkSays(result))
}

/**
 * Sentence about a recall that may cover the lot; empty if there is none. Such a recall doesn't stop the scan, so the sentence is shown
 * inconspicuously.
 */
function possibleSays(index: ReceiveIndex, line: number): string {
  const recall = findPossible(index, line)
  if (!recall) return ''
  const about = [recall.classification, recall.recallNumbers[0]].filter(Boolean).join(', ')
  return `Possible recall (${about}): it may cover this lot. Compare the lot with the recall.`
}

/**
 * Sentence for a label whose expiration date has passed. It ignores the date in the file. Empty if the label has no date or its date has not passed.
 */
function pastSays(expirationDate: string | undefined): string {
  const today = localDay(new Date())
  const isPast = expirationDate !== undefined && expirationDate < today.slice(0, expirationDate.length)
  return isPast ? `Its label says it expired ${formatExpiry(expirationDate)}. ` : ''
}

function lastName(known: WordFacts, result: Extract<ScanResult, { kind: 'received' }>): string {
  if (result.of === 'product') return productWords(known.products.get(result.productId ?? -1)).whole
  if (result.of === 'container') return contentsName(known, result.line)
  return result.of === 'all' ? 'The whole order' : medName(known, result.line)
}

function stopWords(known: WordFacts, { line, why, days, hold }: Extract<ScanResult, { kind: 'stop' }>): ResultWords {
  const product = medName(known, line)
  const expiry = formatLongDate(findFact(known.index, line)?.expirationDate)
  if (why === 'held') {
    const place = (known.index.received[line] ?? 0) > 0 ? 'Received earlier' : 'Not received'
    const ticket = findPendingTicket(known.index, line)
    if (ticket) return words('octagon', 'info', 'Stop: data pending', place, product, pendingSays(ticket))
    return words('octagon', 'stop', 'Stop: on hold', place, product, heldSays(hold))
  }
  if (why === 'notShipped') {
    const said = 'The file lists it, but not as shipped with this order. Set it aside and ask the sender for a corrected file.'
    return words('octagon', 'attention', 'Stop: not shipped', 'Not received', product, said)
  }
  if (why === 'recalled') return recalledWords(known, line, product)
  if (why === 'setAside') return words('octagon', 'stop', 'Stop: set aside', 'Not received', product, setAsideSays(known.index, line))
  if (why === 'expired') {
    const said = `Expired ${expiry}, ${formatAmount(-days, 'day')} ago. Do not put it on the shelf.`
    return words('octagon', 'stop', 'Stop: expired', 'Not received', product, said)
  }
  const left = days === 0 ? 'today' : `in ${formatAmount(days, 'day')}`
  const said = `Expires ${expiry}, ${left}. Decide whether to keep it.`
  return words('octagon', 'attention', 'Stop: short-dated', 'Not received', product, said)
}

const pendingSays = ({ ticketNumber }: PendingTicket) =>
  `The file is wrong, not the product. The package is waiting for the corrected file${ticketNumber === null ? '' : ` (ticket ${ticketNumber})`}. Set it aside.`

/** Says who put the package on hold and why. */
const heldSays = (hold: HoldFact | undefined) =>
  hold
    ? `${hold.by} put this on hold ${formatDateTime(hold.at)}: ${hold.reason.replace(/\.$/, '')}. Keep it in quarantine.`
    : 'It is on hold. Keep it in quarantine.'

const BECAUSE: Partial<Record<StopKind, string>> = {
  differs: "its label doesn't match the file",
  expired: 'it is expired',
  short: 'it expires soon',
  recalled: 'a recall names it',
  elsewhere: 'it was received on another order',
}

function setAsideSays(index: ReceiveIndex, line: number): string {
  const stop = findOpenStop(index, line, index.lasts[line] ?? line, {})
  const because = stop && BECAUSE[stop.kind]
  if (stop?.answer === 'ticket') return 'It was set aside, and a ticket is open for it. Receive it only when the ticket is settled.'
  if (stop?.answer === 'sentBack') return 'It was marked as sent back to the supplier. Receive it only if it arrived again.'
  return `It was set aside before${because ? `, because ${because}` : ''}. Receive it with a reason, put it on hold, or create a ticket.`
}

/** States the recall's class and reason before anything else. */
function recalledWords({ index }: WordFacts, line: number, product: string): ResultWords {
  const recall = findRecall(index, line)
  const subtitle = [recall?.classification ?? 'Not classified yet', recall?.recallNumbers[0]].filter(Boolean).join(', ')
  const reason = recall?.reason ? `${recall.reason.replace(/\.$/, '')}. ` : ''
  const isPackage = findKind(index, line) !== 'Package'
  const dealt = recall?.dismissedAt ? ` This lot was dismissed on ${formatLongDate(recall.dismissedAt)}, before this package arrived.` : ''
  const said = `${reason}${isPackage ? 'It holds recalled packages: ' : ''}${recall?.why ?? 'The recall names this lot'}.${dealt} Put it on hold and keep it off the shelf.`
  return words('octagon', 'stop', 'Stop: recalled', `${subtitle}. Not received`, product, said)
}

/** Describes another order within a sentence, such as `PO 88190-01 from Quarry Hill Supply`; `another order` if its number is missing. */
export function otherOrder(found: { purchaseOrderNumbers: string[]; senderNames: string[] } | undefined): string {
  if (!found) return 'another order'
  const number = found.purchaseOrderNumbers[0]
  const sender = found.senderNames[0]
  return `${number ? `PO ${number}` : 'another order'}${sender ? ` from ${sender}` : ''}`
}

export const differenceWords = ({ label, file }: Extract<ScanResult, { kind: 'differs' }>) => describeLabelDifference(label, file, 'file')

function productCodeWords({ products }: WordFacts, { code, productId }: Extract<ScanResult, { kind: 'productCode' }>): ResultWords {
  const product = productWords(products.get(productId ?? -1)).whole
  const said = code === 'GTIN' ? `${NO_SERIAL}. Scan the 2D code.` : `That is the ${code}. Scan the 2D code.`
  return words('square', 'unknown', code === 'GTIN' ? 'Product only' : `That is the ${code}`, 'Nothing changed', product, said)
}

function missingWords(known: WordFacts, { reading, isSearching, found }: Extract<ScanResult, { kind: 'missing' }>): ResultWords {
  const isContainer = reading.kind === 'container'
  const fact = reading.kind === 'unit' ? factOfGtin(known.index, reading.gtin) : undefined
  const product = fact ? productWords(known.products.get(fact.productId ?? -1)).whole : 'No product on file'
  const noProduct = isContainer ? 'No such container' : product
  if (isSearching)
    return words('square', 'unknown', 'Not on this order', 'Looking in your other orders', noProduct, 'Set it aside for a moment.')
  const other = found.find((one) => one.documentId !== null)
  if (other) {
    const said = other.received
      ? `This package came with ${otherOrder(other)} and was received there. Open that order to see when and by whom.`
      : `This package came with ${otherOrder(other)}. Set it aside, or receive it there.`
    return words('diamond', 'attention', 'On another order', 'Not counted here', other.productName ?? 'Product not named', said)
  }
  const own = found[0]
  if (own) {
    const said = 'It is among your packages, but did not come with an order. Check its history before you shelve it.'
    return words('diamond', 'attention', 'Not on an order', 'Not counted here', own.productName ?? 'Product not named', said)
  }
  const said = isContainer
    ? 'This order does not list this container. Scan a package inside it, or ask the sender for the file that lists the container.'
    : `${fact ? 'This order has the product, but no' : 'No'} document lists this serial number. Quarantine it, then ask the sender for the file that lists it, or report an incident.`
  return words('square', 'unknown', 'Unknown', isContainer ? 'Not on this order' : 'Not in any of your orders', noProduct, said)
}

function thereWords({ other, amount }: Extract<ScanResult, { kind: 'there' }>): ResultWords {
  const product = other.productName ?? 'Product not named'
  const where = otherOrder(other)
  if (amount === undefined) return words('diamond', 'info', 'Sending', `To ${where}`, product, 'It is being received on the other order.')
  return words(
    'disc',
    'done',
    'Received there',
    where,
    product,
    `${formatAmount(amount, 'package')} received on the other order. Keep scanning here.`,
  )
}

/** Screen reader announcement: the result, the product, and the end of its serial number. */
export function announcement(known: WordFacts, result: ScanResult): string {
  const { title, subtitle, product, says } = describeResult(known, result)
  const line = 'line' in result && result.kind !== 'failed' ? result.line : -1
  const serial =
    line >= 0 && findKind(known.index, line) === 'Package'
      ? ` Serial ending ${[...takeLastCharacters(known.index.keys[line] ?? '')].join(' ')}.`
      : ''
  const left =
    result.kind === 'received' && result.of === 'container' ? ` ${formatCount(leftIn(known.index, result.line))} left in it.` : ''
  const both = result.kind === 'differs' ? ` ${differenceWords(result)}` : ''
  return `${title}. ${subtitle}. ${product}.${serial}${left}${both} ${says}`.trim()
}
