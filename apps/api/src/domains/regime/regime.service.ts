import {
  type NewHeadCount,
  type NewOwnRule,
  type NewRegimeFacts,
  type Ok,
  type OwnRuleEnd,
  type Regime,
  writeFullName,
} from '@seriatim/schema'
import { may, must, type Session } from '../../call/access/access.ts'
import { audit } from '../../call/audit.ts'
import type { Context } from '../../call/context.ts'
import { toDay } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import { readInOneQuery } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'
import { printSheet } from '../../print/print-sheet.ts'
import { printStamp } from '../../print/print-stamp.ts'
import { selectCustomerName } from '../location/location.joins.ts'
import { regimeErrors } from './regime.facts.ts'
import { rulesName, rulesSheet } from './regime.pdf.ts'
import {
  insertHeadCount,
  insertOwnRule,
  insertRegimeFacts,
  lockOwnRule,
  markOwnRuleEnded,
  selectHeadCounts,
  selectOwnRules,
  selectRegimeFacts,
  selectStatesOfLocations,
} from './regime.queries.ts'

/** Reads the regime record, without the fields that depend on the caller. `timeZone` decides to which calendar day a time belongs. */
export async function readRegimeRecord(tx: CustomerTx, timeZone: string): Promise<Omit<Regime, 'day' | 'mayWrite'>> {
  const { counts, facts, rules, names, states } = await readInOneQuery(tx, {
    counts: selectHeadCounts(tx),
    facts: selectRegimeFacts(tx),
    rules: selectOwnRules(tx),
    names: selectCustomerName(tx),
    states: selectStatesOfLocations(tx),
  })
  const [newest] = facts
  return {
    customerName: names[0]?.name ?? '',
    headCounts: counts.map((row) => ({ ...row, countedAt: toInstantText(row.countedAt) })),
    facts: newest ? { ...newest, confirmedAt: toInstantText(newest.confirmedAt) } : null,
    locations: [...Map.groupBy(states, ({ state }) => state)]
      .map(([state, of]) => ({ state, amount: of.length }))
      .toSorted((one, other) => other.amount - one.amount || (one.state ?? '').localeCompare(other.state ?? '')),
    ownRules: rules.map(({ fromOn: from, untilOn: until, addedAt, ...row }) => ({
      ...row,
      from,
      until,
      addedOn: toDay(new Date(addedAt), timeZone),
    })),
  }
}

/** The database's JSON writes the zone as an offset; this converts it to UTC. */
const toInstantText = (text: string) => new Date(text).toISOString()

export async function readRegime(tx: CustomerTx, session: Session): Promise<Regime> {
  const record = await readRegimeRecord(tx, session.timeZone)
  return { ...record, day: toDay(session.now, session.timeZone), mayWrite: may(session, 'regime:write', null) }
}

const by = (session: Session) => ({ at: session.now, userId: session.userId, name: writeFullName(session) })

/** Adds a head count, which becomes the current one. @throws AppError head_count_ahead. */
export async function countEmployees(tx: CustomerTx, session: Session, values: NewHeadCount): Promise<Ok> {
  if (values.asOf > toDay(session.now, session.timeZone)) throw new AppError(regimeErrors.head_count_ahead, { facts: { field: 'asOf' } })
  const id = await insertHeadCount(tx, values, by(session))
  await audit(tx, session, { action: 'regime.count', subject: 'regime', subjectId: id, detail: { ...values } })
  return { ok: true }
}

export async function confirmFacts(tx: CustomerTx, session: Session, values: NewRegimeFacts): Promise<Ok> {
  await insertRegimeFacts(tx, values, by(session))
  await audit(tx, session, { action: 'regime.facts', subject: 'regime', subjectId: null, detail: { ...values } })
  return { ok: true }
}

export async function addOwnRule(tx: CustomerTx, session: Session, values: NewOwnRule): Promise<Ok> {
  const id = await insertOwnRule(tx, values, by(session))
  await audit(tx, session, { action: 'regime.addRule', subject: 'regime', subjectId: id, detail: { ...values } })
  return { ok: true }
}

/** Ends a rule of the customer's contracts; it stays on the list. @throws AppError own_rule_not_found, own_rule_ended, own_rule_end_early. */
export async function endOwnRule(tx: CustomerTx, session: Session, { ruleId, endedOn }: OwnRuleEnd): Promise<Ok> {
  const rule = await lockOwnRule(tx, ruleId)
  if (!rule) throw new AppError(regimeErrors.own_rule_not_found)
  must(session, 'regime:write', null)
  if (rule.endedOn !== null) throw new AppError(regimeErrors.own_rule_ended)
  if (endedOn < rule.fromOn) throw new AppError(regimeErrors.own_rule_end_early, { facts: { field: 'endedOn' } })
  await markOwnRuleEnded(tx, ruleId, endedOn, by(session))
  const detail = { duty: rule.duty, endedOn }
  await audit(tx, session, { action: 'regime.endRule', subject: 'regime', subjectId: ruleId, detail })
  return { ok: true }
}

/**
 * Prints the rules that apply to the customer as a PDF, for the binder that an inspector asks for.
 * @throws AppError pdf_failed
 */
export async function printRules(ctx: Context, session: Session) {
  const regime = await ctx.inTx('read write', async (tx) => {
    const read = await readRegime(tx, session)
    await audit(tx, session, { action: 'regime.print', subject: 'regime', subjectId: null })
    return read
  })
  const bytes = await printSheet(ctx, session, rulesSheet(regime, printStamp(ctx, session)))
  return { filename: rulesName(regime), base64: Buffer.from(bytes).toString('base64') }
}
