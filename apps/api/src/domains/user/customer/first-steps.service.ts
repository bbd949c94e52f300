import { FIRST_STEPS, type FirstSteps } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit, auditNothing } from '../../../call/audit.ts'
import type { Clock } from '../../../core/clock.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { findFirstSteps, setFirstStepsHidden, setScannerTested } from './first-steps.queries.ts'

/** The checklist of a new customer. */
export async function readFirstSteps(tx: CustomerTx, session: Session): Promise<FirstSteps> {
  const { isHidden, done } = await findFirstSteps(tx, session.customerId)
  return { isHidden, done: FIRST_STEPS.filter((step) => done[step]) }
}

/** Hides the checklist for every admin of the customer, or shows it again. */
export async function hideFirstSteps(tx: CustomerTx, session: Session, clock: Clock, isHidden: boolean): Promise<void> {
  const isChanged = await setFirstStepsHidden(tx, session.customerId, isHidden ? clock.now() : null)
  await auditSetting(tx, session, isChanged, 'firstStepsHidden', isHidden)
}

/** Records that a scanner of this customer read the test code correctly; only the first time counts. */
export async function keepScannerTested(tx: CustomerTx, session: Session, clock: Clock): Promise<void> {
  const isFirst = await setScannerTested(tx, session.customerId, clock.now())
  await auditSetting(tx, session, isFirst, 'scannerTested', true)
}

async function auditSetting(tx: CustomerTx, session: Session, isChanged: boolean, field: string, after: boolean): Promise<void> {
  if (!isChanged) return auditNothing(session)
  const detail = { field, before: !after, after }
  await audit(tx, session, { action: 'customer.updateSettings', subject: 'customer', subjectId: session.customerId, detail })
}
