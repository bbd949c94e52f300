import { sql } from 'kysely'
import { MINUTE_MS } from '../core/day.ts'
import { type SystemDb, withSystem } from '../db/system-tx.ts'

/**
 * Counts each caller's calls in the current minute, across all copies of the app, in the table `call_count`. To avoid a write per call, a copy counts
 * locally and settles a caller (adds its calls to the table) after each twentieth of the limit. With n copies a caller can exceed the limit by at
 * most n - 1 twentieths, plus what arrives during a settlement. A copy that cannot settle keeps using its local count.
 */
export interface CallCounter {
  /** Counts one call. @returns seconds until the minute ends if the call exceeds the limit. */
  take(caller: string, limit: number, now: Date): number | undefined
  /** Waits until all settlements that are in progress have ended. */
  idle(): Promise<void>
}

interface Count {
  minute: number
  /** Number of calls that all copies of the app had counted when this copy last settled with the shared table. */
  known: number
  /**
   * Calls counted by this copy and not yet added to the shared table. While a settlement (see {@link CallCounter}) is running, `sent` is the number
   * of these calls that the settlement is adding.
   */
  pending: number
  sent: number
  /** A settlement starts when this many calls have accumulated in `pending`, not counting those in `sent`. */
  share: number
}

/** Maximum number of callers in memory, so that a flood of addresses cannot exhaust the memory. */
const MOST = 50_000

export function openCallCounter(system: SystemDb, log: { warn(facts: object, sentence: string): void }): CallCounter {
  const counts = new Map<string, Count>()
  let ripe = new Set<string>()
  let settling: Promise<void> | undefined

  async function settle(): Promise<void> {
    while (ripe.size) {
      const callers = [...ripe].sort()
      ripe = new Set()
      const sent = callers.flatMap((caller) => {
        const count = counts.get(caller)
        if (!count) return []
        count.sent = count.pending
        return [{ caller, minute: count.minute, calls: count.pending }]
      })
      const totals = await saveCounts(system, sent).catch((error: unknown) =>
        log.warn({ err: error }, 'calls were counted only on this instance, because the shared count failed'),
      )
      for (const { caller, minute } of sent) {
        const count = counts.get(caller)
        if (count?.minute !== minute) continue
        const total = totals?.get(caller)
        if (total?.minute === minute) {
          count.known = total.calls
          count.pending -= count.sent
        }
        count.sent = 0
      }
    }
  }

  return {
    take(caller, limit, now) {
      const minute = Math.floor(now.getTime() / MINUTE_MS)
      let count = counts.get(caller)
      if (count?.minute !== minute) {
        if (counts.size >= MOST) forget(counts, minute)
        count = { minute, known: 0, pending: 0, sent: 0, share: Math.max(1, Math.floor(limit / 20)) }
        counts.delete(caller)
        counts.set(caller, count)
      }
      if (count.known + count.pending >= limit) return Math.max(1, Math.ceil(((minute + 1) * MINUTE_MS - now.getTime()) / 1000))
      count.pending += 1
      if (count.pending - count.sent >= count.share) {
        ripe.add(caller)
        settling ??= settle().finally(() => {
          settling = undefined
        })
      }
      return undefined
    },
    async idle() {
      while (settling !== undefined) await settling
    },
  }
}

/**
 * Makes room in the map: deletes the counts of past minutes and, if that is not enough, the counts that were added first. If it deleted the newest, a
 * flood of calls could reset its own counts.
 */
function forget(counts: Map<string, Count>, minute: number): void {
  for (const [caller, count] of counts) if (count.minute !== minute) counts.delete(caller)
  for (const caller of counts.keys()) {
    if (counts.size < MOST * 0.9) break
    counts.delete(caller)
  }
}

/** Adds the counts of this copy of the app to those that all copies share. The counts must be sorted by caller, so that two copies never deadlock. */
async function saveCounts(
  system: SystemDb,
  counts: readonly { caller: string; minute: number; calls: number }[],
): Promise<Map<string, { minute: number; calls: number }>> {
  const { rows } = await withSystem(system, (tx) =>
    sql<{ caller: string; minute: number; calls: number }>`
      insert into call_count as known (caller, minute, calls)
      select * from unnest(${counts.map((one) => one.caller)}::text[], ${counts.map((one) => one.minute)}::bigint[], ${counts.map((one) => one.calls)}::int[])
      on conflict (caller) do update set
        minute = greatest(known.minute, excluded.minute),
        calls = case when known.minute = excluded.minute then known.calls else 0 end
          + case when known.minute > excluded.minute then known.calls else excluded.calls end
      returning caller, minute, calls`.execute(tx),
  )
  return new Map(rows.map(({ caller, ...count }) => [caller, count]))
}

/** Deletes the counts for minutes that ended more than ten minutes ago, whichever copy of the app added them. */
export async function dropOldCounts(system: SystemDb, now: Date): Promise<void> {
  await withSystem(system, (tx) =>
    tx
      .deleteFrom('callCount')
      .where('minute', '<', Math.floor(now.getTime() / MINUTE_MS) - 10)
      .execute(),
  )
}
