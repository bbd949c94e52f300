import { formatAmount, type UnitAnswer, type UnitAnswers } from '@seriatim/schema'
import { toDay } from '../../core/day.ts'
import type { Clock } from '../../print/dates.ts'
import { answerQuestions, nameSeller, type UnitFacts } from './unit-answers.ts'

/** The page of one package: its answers with a headline, and the previous owners. */
export function makeUnitPage(facts: UnitFacts, clock: Clock): UnitAnswers {
  const { pedigree } = facts
  const answers = answerQuestions(facts, clock)
  const { med, redbookDetail, strengthDescription, history } = pedigree
  const name = redbookDetail.medName
  const strength = strengthDescription && !name?.toLowerCase().includes(strengthDescription.toLowerCase()) ? strengthDescription : null
  return {
    medId: med.id,
    serialNumber: med.serialNumber,
    gtin: med.gtin,
    ndc: med.ndc,
    medName: name && [name, strength].filter(Boolean).join(' '),
    manufacturer: redbookDetail.manufacturerName,
    container: pedigree.package ? `${pedigree.package.level} of ${pedigree.package.meds}` : pedigree.netContentDescription,
    customerName: pedigree.customer.name,
    locationName: pedigree.customerLocation.name,
    ...judge(facts, answers),
    answers,
    owners: listOwners(facts, clock),
    events: history.filter(({ kind }) => kind === 'event' || kind === 'handover').length + (pedigree.received ? 1 : 0),
    askedAt: facts.now.toISOString(),
    timeZone: clock.timeZone,
  }
}

/** For each question, two or three words about its gap, which the list of an inspection visit shows. */
const BRIEF: Record<UnitAnswer['question'], string> = {
  from: 'no seller',
  came: 'not received',
  lot: 'lot or expiry',
  information: 'no information',
  statement: 'no statement',
  received: 'not received',
  license: 'no license',
  hold: 'on hold',
  recall: 'recalled',
  maker: 'not verified',
  now: 'voided',
}

function judge(facts: UnitFacts, answers: readonly UnitAnswer[]): Pick<UnitAnswers, 'state' | 'headline' | 'summary' | 'brief'> {
  const gaps = answers.filter(({ state }) => state === 'gap')
  const remarks = answers.filter(({ state }) => state === 'remark').length
  const [first] = gaps
  const remarked = remarks ? `${formatAmount(remarks, 'remark')}` : null
  const isHeld = facts.pedigree.isHeld
  return {
    state: isHeld ? 'hold' : first ? 'gap' : remarks ? 'remark' : 'ok',
    headline: writeHeadline(facts, answers),
    summary: summarize(answers.length, gaps.length, remarks),
    brief: isHeld ? BRIEF.hold : first ? BRIEF[first.question] : (remarked ?? 'complete'),
  }
}

function summarize(all: number, gaps: number, remarks: number): string {
  const have = remarks === 1 ? 'has' : 'have'
  if (gaps === 0) return `All ${all} questions are answered.${remarks ? ` ${remarks} of them ${have} a remark.` : ''}`
  return `${gaps} of ${all} answers ${gaps === 1 ? 'is a gap' : 'are gaps'}.${remarks ? ` ${remarks} ${have} a remark.` : ''}`
}

function writeHeadline(facts: UnitFacts, answers: readonly UnitAnswer[]): string {
  const seller = nameSeller(facts)
  if (!facts.order) return 'Typed in here, no seller on file'
  if (!seller) return 'The order’s file names no seller'
  const license = answers.find(({ question }) => question === 'license')
  return `Bought from ${seller}, ${license?.state === 'gap' ? 'no proof that it was authorized' : 'authorized'} that day`
}

/** The owners, newest first: us, the sellers in the order's document, and the company that assigned the serial number. */
function listOwners(facts: UnitFacts, { timeZone }: Clock): UnitAnswers['owners'] {
  const { pedigree, order } = facts
  const owners: UnitAnswers['owners'] = []
  if (pedigree.received || !order)
    owners.push({
      name: pedigree.customer.name,
      what: pedigree.received ? 'Received, checked by us' : 'Typed in here',
      on: toDay(new Date(pedigree.received?.at ?? pedigree.med.timeStamp), timeZone),
    })
  const transactions = order?.document.transactions.toReversed() ?? []
  for (const [at, { seller, shippedAt, buyer }] of transactions.entries())
    if (seller)
      owners.push({
        name: seller.name ?? `GLN ${seller.gln ?? 'not stated'}`,
        what: at === 0 ? 'Sold it to us' : `Sold it to ${buyer?.name ?? 'the next owner'}`,
        on: shippedAt === null ? null : findDay(shippedAt, timeZone),
      })
  const assigned = pedigree.history.find(({ what }) => what === 'Serial number assigned')
  const maker = pedigree.redbookDetail.manufacturerName ?? assigned?.party.name
  if (order && maker && owners.at(-1)?.name !== maker)
    owners.push({
      name: maker,
      what: `Made it, according to the file from ${nameSeller(facts) ?? 'the seller'}`,
      on: assigned ? findDay(assigned.at, timeZone) : null,
    })
  return owners
}

/** The day of an event in the time zone of the package's location; null if the text is not a valid time. */
export function findDay(time: string, timeZone: string): string | null {
  const at = new Date(time)
  return Number.isNaN(at.getTime()) ? null : toDay(at, timeZone)
}
