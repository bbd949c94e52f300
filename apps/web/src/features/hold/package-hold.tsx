import { trpc } from '../../api/trpc.ts'
import { HeldBadge, PendingBadge } from './held-badge.tsx'
import { HoldButton } from './hold-button.tsx'
import { isPending } from './hold-notes.tsx'

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
  const active = holds.data?.items.filter((hold) => hold.releasedAt === null) ?? []
  if (active.some((hold) => !isPending(hold))) return <HeldBadge />
  // What only waits for its data may still be put into quarantine.
  return (
    <>
      {active.length > 0 && <PendingBadge />} <HoldButton target={target} name={name} />
    </>
  )
}
