import { recalledWords } from '@seriatim/schema'

export interface AlertLot {
  locationName: string
  lotNumber: string | null
  amount: number
  /** How many of the lot's `amount` packages were received. */
  received: number
  confidence: 'exact' | 'probable' | 'possible'
  why: string
  /**
   * What changed after the lot was matched: `raised` if the recall became class I, `more` if the lot got more packages after it was reported;
   * otherwise null.
   */
  news: 'raised' | 'more' | null
  isDismissed: boolean
}

export interface AlertRecall {
  id: number
  title: string
  manufacturer: string
  classification: string | null
  status: string | null
  reason: string | null
  recallNumbers: readonly string[]
  published: string
  lots: readonly AlertLot[]
}

const packageWords = (amount: number, received: number) => recalledWords({ received, expected: amount - received })
const day = (iso: string) => iso.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1')

const newsWords = ({ news, isDismissed }: AlertLot) =>
  `${news === 'more' ? ' More of this lot has arrived since we last notified you.' : ''}${isDismissed ? ' You have already handled this lot.' : ''}`

function collectLines({ lots }: AlertRecall): string[] {
  return lots.map((lot) => {
    const { locationName, lotNumber, amount, received, confidence, why } = lot
    return `- ${locationName}: ${packageWords(amount, received)}${lotNumber === null ? '' : ` of lot ${lotNumber}`} (${confidence}: ${why}).${newsWords(lot)}`
  })
}

const isRaised = ({ lots }: AlertRecall) => lots.some(({ news }) => news === 'raised')

function writeBlock(recall: AlertRecall, link: string): string[] {
  const { title, manufacturer, classification, reason, recallNumbers, published } = recall
  return [
    `${title}, ${manufacturer}`,
    `${[classification ?? 'Not classified yet', ...recallNumbers.slice(0, 10)].join(', ')}. Published ${day(published)}.`,
    ...(recall.status === 'Terminated' ? ['The FDA has ended this recall. Its packages still should not be sold.'] : []),
    ...(isRaised(recall) ? ['The FDA has raised this recall to Class I.'] : []),
    ...(reason ? [`Reason: ${reason}`] : []),
    ...collectLines(recall),
    ...(link ? [`${link}/recalls/detail/${recall.id}`] : []),
  ]
}

const WHAT_TO_DO = "Take these packages off the shelf, put them on hold in Seriatim, and follow the recalling firm's letter."
const WARNING = "From the FDA's enforcement reports. Check the recalling firm's own notice before you act."

/**
 * Writes the email about one class I recall. `counted`: how many packages of the recall's lots are on file and how many of them were received; a
 * package in several lots counts once.
 */
export function alertMail(
  recall: AlertRecall,
  counted: { packages: number; received: number },
  link: string,
): { subject: string; text: string } {
  const classWords = isRaised(recall) ? 'Raised to Class I' : (recall.classification ?? 'Recall')
  return {
    subject: `${classWords}: ${packageWords(counted.packages, counted.received)} of ${recall.title}`.slice(0, 200),
    text: [...writeBlock(recall, link), '', WHAT_TO_DO, '', WARNING].join('\n'),
  }
}

const byClass = (one: AlertRecall, other: AlertRecall) => (one.classification ?? 'Z').localeCompare(other.classification ?? 'Z')

/** An email about everything found since the last digest. */
export function digestMail(recalls: readonly AlertRecall[], link: string): { subject: string; text: string } {
  const isSure = recalls.every(({ lots }) => lots.some(({ confidence }) => confidence !== 'possible'))
  const many = recalls.length > 1
  const subject = many ? `${recalls.length} recalls` : 'A recall'
  const grave = recalls.filter(({ classification }) => classification === 'Class I').length
  const of = grave === 0 ? '' : many ? `, ${grave} of them Class I` : ', Class I'
  const verb = isSure ? (many ? 'name' : 'names') : 'may name'
  return {
    subject: `${[subject, verb, 'packages shipped to you'].join(' ')}${of}`,
    text: [
      ...recalls.toSorted(byClass).flatMap((recall) => [...writeBlock(recall, link), '']),
      'Lots marked "possible" are not counted. Check the packages.',
      '',
      WHAT_TO_DO,
      '',
      WARNING,
    ].join('\n'),
  }
}
