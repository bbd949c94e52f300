import { trpc } from '../api/trpc.ts'
import type { BadgeName } from './menu.ts'

export interface MenuBadge {
  n: number
  of: string
  stop?: boolean
}

const EVERY_MS = 60_000

/** Incidents that the FDA has not acknowledged with a number: the badge of the menu and the home tile. */
export function useWarnings(): number {
  const { data } = trpc.incidentReport.readCountByUser.useQuery(undefined, {
    refetchInterval: EVERY_MS,
    trpc: { context: { background: true } },
  })
  return data?.count ?? 0
}

/** Document exceptions that are open. */
function useOpenExceptions(): number {
  const { data } = trpc.documentException.readCount.useQuery(undefined, {
    refetchInterval: EVERY_MS,
    trpc: { context: { background: true } },
  })
  return data?.count ?? 0
}

/** The numbers in the menu. Each comes with its screen; until then there is none. */
export function useMenuBadges(): Partial<Record<BadgeName, MenuBadge>> {
  const warnings = useWarnings()
  const exceptions = useOpenExceptions()
  return {
    ...(warnings > 0 ? { incidents: { n: warnings, of: 'without an incident number', stop: true } } : {}),
    ...(exceptions > 0 ? { exceptions: { n: exceptions, of: 'open' } } : {}),
  }
}
