/**
 * Where a Citus cluster stores each table (docs/scale.md). Tables with the row security of `protect()` are `distributed`, unless they are listed
 * below as `reference`. Every other table must be listed below; the catalog test fails if one is missing.
 *
 * - `distributed`: split by customer_id. All rows of a customer are on one machine, so they can be joined and locked there.
 * - `reference`: a complete copy on every machine, because customer tables reference it or join it. Rarely written.
 * - `local`: only on the coordinator, because its rows belong to no customer or are read before the customer is known.
 */
export type Placement = 'distributed' | 'reference' | 'local'

const REFERENCE: Record<string, string> = {
  state: 'named by addresses and licenses',
  drug: 'joined with meds by NDC',
  recall: 'named by matches, answers and dismissals',
  recall_load: 'named by recall',
  recall_product: 'joined with stock',
  recall_code: 'joined with stock, named by matches',
  recall_ndc: 'joined with stock',
  recall_lot: 'joined with stock',
  recall_version: 'read beside recall',
  verified_gln: 'named by GLNs, unique over all customers',
  payment_account_owner: 'named by payment accounts, unique over all customers',
}

const LOCAL: Record<string, string> = {
  migration: 'of the coordinator, which migrates',
  era: 'of the coordinator, whose transactions the audit trail is sealed by',
  login: 'read before it is known whose customer it is',
  session: 'the same',
  login_attempt: 'the same',
  recovery_code: 'of a login',
  access_token: 'of a login',
  failed_sign_in: 'has no customer',
  sign_in_try: 'has no customer',
  call_count: 'counted before it is known whose call it is',
  drug_load: 'tells the coordinator which directory it has',
  billing: 'one row for all',
  payment_event: "arrives from the provider with the provider's names alone",
}

/**
 * Finds where a Citus cluster stores a table, and why. Undefined if the lists above and the table's row security contradict each other or leave it
 * open.
 * @param isProtected whether the table has the row security of customer tables.
 */
export function findPlacement(table: string, isProtected: boolean): { placement: Placement; why: string } | undefined {
  const reference = REFERENCE[table]
  if (reference) return { placement: 'reference', why: reference }
  const local = LOCAL[table]
  if (local) return isProtected ? undefined : { placement: 'local', why: local }
  return isProtected ? { placement: 'distributed', why: "a customer's own" } : undefined
}
