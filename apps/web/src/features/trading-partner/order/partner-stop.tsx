import { useEffect } from 'react'
import { UncheckedDialog } from '../paper/unchecked-dialog.tsx'
import type { PartnerGate } from './partner-gate.ts'
import { StopDialog } from './stop-dialog.tsx'
import type { PartnerStanding } from './use-partner-standing.ts'

/** Asks what to do before goods from an unauthorized partner are received, or says that the partner's authorization could not be checked yet. */
export function PartnerStop({ gate, partner }: { gate: PartnerGate; partner: PartnerStanding }) {
  const { found, standing, isReading, reread } = partner
  const { isAsking } = gate.use()
  useEffect(() => gate.set(standing))
  if (!isAsking) return null
  const again = () => void reread()
  if (standing.kind === 'unchecked') return <UncheckedDialog isReading={isReading} onClose={gate.drop} onAgain={again} />
  if (!found || standing.kind !== 'ask') return null
  const onDecided = (choice: 'receive' | 'hold') => (choice === 'receive' ? gate.go() : gate.drop())
  return <StopDialog found={found} onClose={gate.drop} onStale={again} onDecided={onDecided} />
}
