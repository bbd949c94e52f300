import { trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { HeldBadge, PendingBadge } from './held-badge.tsx'
import { HoldActions } from './hold-actions.tsx'
import { HoldButton } from './hold-button.tsx'
import { isPending } from './hold-notes.tsx'

interface PackageHoldProps {
  /** The package: on file (`medId`), or known only from its barcode. */
  target: { medId: number } | { locationId: number; gtin: string | null; serialNumber: string }
  name: string
  /** Whether to offer to release or dispose of held product. */
  settle?: boolean
}

/** Shows that a package is on hold, or offers to put it on hold. */
export function PackageHold({ target, name, settle = false }: PackageHoldProps) {
  const query = 'medId' in target ? target : { package: target }
  const holds = trpc.med.readManyHolds.useQuery(query)
  if (holds.isPending) return null
  const active = holds.data?.items.filter((hold) => hold.releasedAt === null) ?? []
  const held = active.filter((hold) => !isPending(hold))
  if (held.length > 0)
    return (
      <>
        {held.some((hold) => hold.disposal === null) ? <HeldBadge /> : <Badge meaning="stop">Disposed of</Badge>}
        {held.map((hold) => (
          <HoldActions key={hold.id} hold={hold} isQuiet={!settle} />
        ))}
      </>
    )
  // A package that only waits for data can still be quarantined.
  return (
    <>
      {active.length > 0 && <PendingBadge />} <HoldButton target={target} name={name} />
    </>
  )
}
