import {
  formatAmount,
  formatCount,
  formatFigure,
  formatValue,
  type ScorecardFigure,
  type ScorecardFigures,
  type ScorecardKey,
} from '@seriatim/schema'

type Sentence = (figure: ScorecardFigure) => string | null

/** The figure's value in parentheses, such as `(94.2%)`; empty if the figure has none. */
const share = (key: ScorecardKey, figure: ScorecardFigure) => (figure.value === null ? '' : ` (${formatFigure(key, figure)})`)
const count = ({ amount, of }: ScorecardFigure, one: string) => `${formatCount(amount)} of ${formatAmount(of, one)}`
/** "was" or "were" after `count`: "1 of 10 files was", "3 of 10 files were", "0 of 1 file was". */
const were = ({ amount, of }: ScorecardFigure) => (amount === 1 || of === 1 ? 'was' : 'were')

/**
 * For each figure of the scorecard, a function that writes the sentence for the letter to the supplier; it returns null if the figure needs no
 * sentence.
 */
const SENTENCES: Partial<Record<ScorecardKey, Sentence>> = {
  firstTimeRight: (figure) =>
    figure.of === 0 ? null : `${count(figure, 'file')} ${were(figure)} right the first time${share('firstTimeRight', figure)}.`,
  statement: (figure) =>
    figure.of === 0 ? null : `${count(figure, 'order')} came with a transaction statement${share('statement', figure)}.`,
  minutes: ({ value, amount, of }) => {
    if (value === null) return null
    const usual =
      value < 0
        ? `${formatValue('minutes', -value)} after we scanned the goods`
        : `${formatValue('minutes', value)} before we scanned the goods`
    const late = amount === 0 ? '' : ` For ${formatCount(amount)} of ${formatAmount(of, 'order')}, the goods arrived before the data.`
    return `Your data usually arrived ${usual}.${late}`
  },
  missing: (figure) => (figure.of === 0 ? null : `${count(figure, 'listed package')} ${were(figure)} missing${share('missing', figure)}.`),
  unexpected: (figure) =>
    figure.of === 0
      ? null
      : `We received ${formatAmount(figure.amount, 'package')} that your files did not list, compared with ${formatAmount(figure.of, 'listed package')}${share('unexpected', figure)}.`,
  labelDifferences: (figure) =>
    figure.of === 0
      ? null
      : `On ${count(figure, 'received package')}, the lot or expiry on the label differed from your file${share('labelDifferences', figure)}.`,
  hoursToFix: ({ value, amount, of }) => {
    const open = amount === 0 ? '' : ` ${formatAmount(amount, 'problem is', 'problems are')} still open.`
    if (value === null) return open.trim() || null
    const time = formatValue('hoursToFix', value)
    return of === 1
      ? `One problem was fixed, which took ${time}.${open}`
      : `Half of the ${formatCount(of)} fixed problems took ${time} or less.${open}`
  },
  resent: (figure) =>
    figure.of === 0 ? null : `For ${count(figure, 'order')}, the file was sent more than once${share('resent', figure)}.`,
  wrongGln: (figure) =>
    figure.of === 0 ? null : `${count(figure, 'file')} named no valid GLN of ours as the receiver${share('wrongGln', figure)}.`,
  guideline: (figure) =>
    figure.of === 0
      ? null
      : `For ${count(figure, 'order')}, the file stated release 1.3 of the GS1 US guideline or a later one${share('guideline', figure)}.`,
  returnsCredited: (figure) =>
    figure.of === 0 ? null : `${count(figure, 'return')} ${were(figure)} credited${share('returnsCredited', figure)}.`,
}

export const describeInSentences = (figures: ScorecardFigures): string[] =>
  (Object.keys(SENTENCES) as ScorecardKey[]) // Object.keys() returns string[]
    .flatMap((key) => SENTENCES[key]?.(figures[key]) ?? [])

/** Sentences that ask the supplier to improve something, each with a function that decides from the figures whether the letter contains it. */
const REQUESTS: readonly { applies: (figures: ScorecardFigures) => boolean; words: string }[] = [
  {
    applies: ({ statement }) => statement.amount < statement.of,
    words: 'Include the transaction statement in every file. We cannot accept goods without it.',
  },
  {
    applies: ({ wrongGln }) => wrongGln.amount > 0,
    words: 'Address your files to our GLNs. Ask us for the current list if you are not sure.',
  },
  {
    applies: ({ minutes }) => minutes.amount > 0,
    words: 'Send the file before the goods leave your warehouse, so that we can receive them when they arrive.',
  },
  {
    applies: ({ missing, unexpected }) => missing.amount + unexpected.amount > 0,
    words: 'Compare what you pack with what your file lists. We can send you the serial numbers of the packages.',
  },
  {
    applies: ({ labelDifferences }) => labelDifferences.amount > 0,
    words: 'Check that lot numbers and expiry dates in your files match the labels.',
  },
  { applies: ({ hoursToFix }) => hoursToFix.amount > 0, words: 'Answer the tickets that are still open.' },
  {
    applies: ({ guideline }) => guideline.amount < guideline.of,
    words: 'State in each file which release of the GS1 US guideline it follows, and move to release 1.3.',
  },
]

export const listRequests = (figures: ScorecardFigures): string[] =>
  REQUESTS.filter(({ applies }) => applies(figures)).map(({ words }) => words)
