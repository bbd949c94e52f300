import { formatAmount } from '@seriatim/schema'
import { toDay } from '../../core/day.ts'
import { formatBytes } from '../backup/command.ts'
import type { Keeping, KeepResult } from './keep.service.ts'
import type { RetentionPlan, Times } from './plan.service.ts'
import { REASON_NAMES, reasonSentence } from './reason-words.ts'
import type { Removed, Skipped } from './remove.service.ts'
import { LEAST_YEARS, type Reason, type ReasonKind } from './retention.rules.ts'

const MOST_NAMED = 20

function nameKept(kept: readonly (readonly [number, Reason[]])[]): string[] {
  const lines = kept.slice(0, MOST_NAMED).map(([id, reasons]) => `    order ${id}: ${reasons.map(reasonSentence).join('; ')}`)
  return kept.length > MOST_NAMED ? [...lines, `    and ${kept.length - MOST_NAMED} more`] : lines
}

/** Describes for the operator which of a customer's orders a retention plan removes and which it keeps, and what to do next. */
export function planSummary({ customer, groups, facts, meds, files, kept, orders }: RetentionPlan, { cutoff, years }: Times): string {
  const head = `Customer ${customer.id}, ${customer.name}: ${formatAmount(orders, 'order')} arrived before ${toDay(cutoff, 'UTC')}.`
  if (!orders) return `${head} Nothing to export or remove.`
  const counts = new Map<ReasonKind, number>()
  for (const reasons of kept.values())
    for (const kind of new Set(reasons.map((reason) => reason.kind))) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const together = groups.filter(({ ids }) => ids.length > 1).length
  return [
    head,
    `  May go: ${formatAmount(facts.size, 'order')}, ${formatAmount(meds, 'package')}, ${formatAmount(files.amount, 'file')} (${formatBytes(files.bytes)}).`,
    ...(together
      ? [`  Some orders share packages or replaced each other: ${formatAmount(together, 'group')} that can only be removed as a whole.`]
      : []),
    `  Must stay: ${formatAmount(kept.size, 'order')}.`,
    ...[...counts].sort(([, a], [, b]) => b - a).map(([kind, amount]) => `    ${amount}: ${REASON_NAMES[kind]}`),
    ...nameKept([...kept]),
    facts.size
      ? `  Next: npm run retention -- --customer ${customer.id}${years === LEAST_YEARS ? '' : ` --years ${years}`} --export FOLDER`
      : '  Nothing to export or remove.',
  ].join('\n')
}

function describeSkipped(why: Skipped): string {
  if (why.kind === 'inUse') return 'somebody is using it; run the same command again'
  if (why.kind === 'changed') return 'it has changed since the export; export again'
  if (why.kind === 'named') return 'a record that must be kept refers to it; run the command without --remove to see which one'
  return `it must be kept now: ${why.reasons.map(reasonSentence).join('; ')}`
}

export function removalSummary({ orders, rows, files, before, skipped }: Removed): string {
  const left = skipped.reduce((sum, { ids }) => sum + ids.length, 0)
  return [
    `Removed: ${formatAmount(orders, 'order')}, ${formatAmount(rows, 'row')}, ${formatAmount(files, 'stored file')}.`,
    ...(before ? [`Removed by an earlier run: ${formatAmount(before, 'order')}.`] : []),
    ...(left ? [`Not removed: ${formatAmount(left, 'order')}.`] : []),
    ...skipped.slice(0, MOST_NAMED).map(({ ids, why }) => `  order ${ids.join(', ')}: ${describeSkipped(why)}`),
    ...(skipped.length > MOST_NAMED ? [`  and ${skipped.length - MOST_NAMED} more`] : []),
  ].join('\n')
}

/** Summary of what `--keep` or `--let-go` changed. */
export function keepSummary({ changed, still }: KeepResult, { kind, which, reason }: Omit<Keeping, 'now'>): string {
  const what = which === 'all' ? 'Everything' : formatAmount(changed, 'order')
  if (!changed) return 'This is already the case. Nothing was changed.'
  if (kind === 'keep') return `${what}: kept until you run --let-go with --reason "${reason}".`
  const others = which === 'all' ? 'It is' : `Of these, ${formatAmount(still, 'order')} ${still === 1 ? 'is' : 'are'}`
  return `${what}: no longer kept for "${reason}".${still ? ` ${others} still kept for another reason.` : ''}`
}
