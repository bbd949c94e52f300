import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { formatAmount } from '../../ui/text/format.ts'
import { mayUse } from '../route/rights.ts'
import type { BadgeName } from './menu.ts'

export interface MenuBadge {
  n: number
  of: string
  stop?: boolean
}

const EVERY_MS = 60_000
const POLLED = { refetchInterval: EVERY_MS, trpc: { context: { background: true } } } as const

/** Number of incidents without an FDA incident number, for the menu badge and the Home tile. */
export function useWarnings(): number {
  const { data } = trpc.incidentReport.readCountByUser.useQuery(undefined, POLLED)
  return data?.count ?? 0
}

/** Number of recalled packages on hand that nobody has dealt with, and number of their recalls; not loaded without the subscription. */
function useRecalledMeds(): { count: number; recalls: number } {
  const standing = trpc.recall.readStanding.useQuery(undefined, { staleTime: 5 * EVERY_MS, trpc: { context: { background: true } } })
  const { data } = trpc.recall.readOneActiverecalledmedcountByUserid.useQuery(undefined, {
    ...POLLED,
    enabled: standing.data?.hasRecalls === true,
  })
  return (standing.data?.hasRecalls && data) || { count: 0, recalls: 0 }
}

/** Number of open document exceptions, and whether one is overdue. */
function useOpenExceptions(): { open: number; isLate: boolean } {
  const { data } = trpc.documentException.readCount.useQuery(undefined, POLLED)
  const open = data?.count ?? 0
  const late = trpc.documentException.readManyByFilters.useQuery({ view: 'overdue', limit: 1 }, { ...POLLED, enabled: open > 0 })
  return { open, isLate: open > 0 && (late.data?.items.length ?? 0) > 0 }
}

/** Number of tracing requests that wait for our answer. */
function useTracingToAnswer(): number {
  const enabled = mayUse('tracing:read', useSession())
  const { data } = trpc.tracing.readOneCount.useQuery(undefined, { ...POLLED, enabled })
  return data?.amount ?? 0
}

/** Counts shown in the menu, keyed by badge. */
export function useMenuBadges(): Partial<Record<BadgeName, MenuBadge>> {
  const warnings = useWarnings()
  const recalled = useRecalledMeds()
  const exceptions = useOpenExceptions()
  const tracing = useTracingToAnswer()
  return {
    ...(tracing > 0 ? { tracing: { n: tracing, of: 'to answer' } } : {}),
    ...(warnings > 0 ? { incidents: { n: warnings, of: 'without an incident number', stop: true } } : {}),
    ...(recalled.count > 0
      ? {
          recalls: {
            n: recalled.count,
            of: `${recalled.count === 1 ? 'package' : 'packages'} in ${formatAmount(recalled.recalls, 'recall')}`,
          },
        }
      : {}),
    ...(exceptions.open > 0
      ? { exceptions: { n: exceptions.open, of: exceptions.isLate ? 'open, some overdue' : 'open', stop: exceptions.isLate } }
      : {}),
  }
}
