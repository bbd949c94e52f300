import { purposeOf, type ShipmentPurpose } from '@seriatim/schema'

/**
 * How much of a shipment the transaction statement covers. It leaves out packages that were typed in by hand, because the sender has no transaction
 * information from a previous owner for them (FD&C Act, section 581(27)).
 */
export type StatementCoverage = 'all' | 'some' | 'none'

export function statementCoverage({ withTi, meds }: { withTi: boolean; meds: number }, typedIn: number): StatementCoverage {
  if (!withTi || typedIn >= meds) return 'none'
  return typedIn > 0 ? 'some' : 'all'
}

/** Title of the letter that accompanies a shipment. It says what kind of legal document the letter is. */
export function letterTitle(purpose: ShipmentPurpose, coverage: StatementCoverage): string {
  if (coverage !== 'none') return 'Transaction information and transaction statement'
  if (purpose === 'own') return 'Custody note'
  if (purpose === 'destruction') return 'Record of packages sent for destruction'
  return purposeOf(purpose).ti === 'return' ? 'Record of a return' : 'Record of a transfer'
}
