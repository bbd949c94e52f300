import { trpc } from '../../api/trpc.ts'
import { HeldBadge } from './held-badge.tsx'
import { HoldButton } from './hold-button.tsx'

interface PackageHoldProps {
  /** On record, or known by its bar code only. */
  target: { medId: number } | { locationId: number; gtin: string | null; serialNumber: string }
  name: string
}

/** Says that a package is on hold, or offers to put it there. */
export function PackageHold({ target, name }: PackageHoldProps) {
  const query = 'medId' in target ? target : { package: target }
  const holds = trpc.med.readManyHolds.useQuery(query)
  if (holds.isPending) return null
  return holds.data?.items.some((hold) => hold.releasedAt === null) ? <HeldBadge /> : <HoldButton target={target} name={name} />
}
