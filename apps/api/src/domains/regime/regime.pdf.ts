import {
  DISPENSER_KINDS,
  HEAD_COUNT_EXEMPTION,
  type HeadCount,
  judgeRegime,
  listRegimeDue,
  NO_LEGAL_ADVICE,
  type Regime,
  type RegimeRule,
  type RuleStanding,
  writeFullTime,
} from '@seriatim/schema'
import { toDay } from '../../core/day.ts'
import { printDay } from '../../print/dates.ts'
import { html } from '../../print/html.ts'
import { type Made, printStampText } from '../../print/print-stamp.ts'
import { facts, type Sheet, table } from '../../print/sheet.ts'

export const rulesName = ({ day }: Pick<Regime, 'day'>) => `what-applies-to-us-${day}.pdf`

const GROUPS = [
  ['unknown', 'Depends on the head count'],
  ['notYet', 'Not yet'],
  ['applies', 'Applies now'],
  ['ended', 'Ended'],
] as const

/**
 * Prints which rules apply on a day, with the head counts and the customer's facts on which this depends, for the binder that an inspector asks for.
 */
export function rulesSheet(regime: Regime, made: Made): Sheet {
  const { day, headCounts, locations, customerName } = regime
  const standings = judgeRegime(regime, day)
  const [newest] = headCounts
  return {
    kind: 'Drug supply rules, with dates and sources',
    title: `What applies to ${customerName}`,
    footer: `What applies on ${printDay(day)} · ${printStampText(made)}`,
    body: html`${facts([
      ['On', printDay(day)],
      ['Company', regime.facts?.company],
      ['Kind', regime.facts && DISPENSER_KINDS[regime.facts.kind]],
      ['Locations', locations.map(({ state, amount }) => `${amount} in ${state ?? 'an unknown state'}`).join(', ')],
      ['In charge', regime.facts?.inCharge],
      ['Backup', regime.facts?.backup],
      ['Facts confirmed', regime.facts && `${printInstantDay(regime.facts.confirmedAt, made)} by ${regime.facts.confirmedBy}`],
      ['Employees', newest ? printCount(newest) : 'never counted'],
    ])}${GROUPS.map(([state, title]) => {
      const rows = standings.filter((one) => one.state === state)
      return rows.length ? ruleTable(title, rows) : html``
    })}${table(
      'Due next',
      [{ name: 'On' }, { name: 'What' }],
      listRegimeDue(regime, day).map(({ on, words }) => [printDay(on), words]),
    )}${table(
      `Head counts (the limit is ${HEAD_COUNT_EXEMPTION.limit})`,
      [{ name: 'Number', as: 'figure' }, { name: 'As of' }, { name: 'State' }, { name: 'Basis' }],
      headCounts.map((one) => [
        one.amount,
        printDay(one.asOf),
        `${one.isAttested ? 'Attested' : 'Draft'} by ${one.countedBy}, ${printInstantDay(one.countedAt, made)}`,
        one.basis,
      ]),
    )}<p class="quiet">${writeFullTime()}</p><p class="quiet">State rules are not in this list. ${NO_LEGAL_ADVICE}</p>`,
  }
}

const printCount = ({ amount, asOf, isAttested }: HeadCount) => `${amount} as of ${printDay(asOf)}, ${isAttested ? 'attested' : 'draft'}`

const printInstantDay = (iso: string, { timeZone }: Made) => printDay(toDay(new Date(iso), timeZone))

function ruleTable(title: string, rows: readonly RuleStanding<RegimeRule>[]) {
  return table(
    title,
    [{ name: 'Duty' }, { name: 'From' }, { name: 'Until' }, { name: 'Source' }, { name: 'As of' }],
    rows.map(({ rule, begins, isExempt }) => [
      rule.duty,
      begins ? printDay(begins) : 'Depends on head count',
      rule.until ? printDay(rule.until) : 'No end',
      [rule.source, isExempt ? HEAD_COUNT_EXEMPTION.source : null, rule.isSecondHand ? 'from a secondary source, not yet confirmed' : null]
        .filter(Boolean)
        .join('; '),
      printDay(rule.checkedOn),
    ]),
  )
}
