import type { Clock } from '../../core/clock.ts'
import { AppError } from '../../core/errors.ts'
import type { Secrets } from '../../core/secrets.ts'
import type { CustomerTx, Db } from '../../db/types.ts'
import { auditErrors } from './audit.facts.ts'

/** What proofs need besides the customer; a job's context has it all. */
export interface LogPlace {
  db: Db
  secrets: Secrets
  clock: Clock
}

/** The signed head of a customer's log: everything sealed up to then. */
export interface LogCheckpoint {
  /** Name of the log; it has the customer's number and the key's fingerprint in it. */
  origin: string
  /** Number of audit rows. */
  size: number
  /** RFC 6962 root hash in base64. */
  root: string
  /** ISO instant. */
  madeAt: string
  /** The signed note (C2SP `tlog-checkpoint`), to be stored as `14-audit/checkpoint.txt`. */
  note: string
  /** Public key as a C2SP verifier key. */
  key: string
}

export interface ProvenRow {
  index: number
  /** The text of the row that is hashed. */
  leaf: string
  /** C2SP `tlog-proof`, for `manifest.tlog-proof`. */
  proof: string
}

/** The public key that signs the checkpoints of this customer's log, as a C2SP verifier key: `name+id+base64`. */
export function readLogKey(secrets: Secrets, customerId: number): string {
  throw new Error(`not yet: ${String(secrets)} ${customerId}`)
}

/** SHA-256 of the installation's public key in groups of four, as people compare it. It is the same for all customers. */
export function readLogFingerprint(secrets: Secrets): string {
  throw new Error(`not yet: ${String(secrets)}`)
}

/** The newest checkpoint; undefined before the first seal. */
export async function readCheckpoint(tx: CustomerTx): Promise<LogCheckpoint | undefined> {
  throw new Error(`not yet: ${String(tx)}`)
}

/** Seals what can be sealed now, and returns the newest checkpoint; undefined for a customer without audit rows. Opens its own transactions. */
export async function sealNow(place: LogPlace, customerId: number): Promise<LogCheckpoint | undefined> {
  throw new Error(`not yet: ${String(place)} ${customerId}`)
}

/**
 * Proves one committed audit row (`audit()` returns its id) against a checkpoint that includes it; seals first if needed. Opens its own transactions,
 * so call it outside of any.
 *
 * @throws AppError audit_row_not_sealed while an open transaction may still add rows before it: try again later. audit_log_differs if the rows are no
 * longer those that were sealed.
 */
export async function proveAuditRow(place: LogPlace, { customerId, auditId }: { customerId: number; auditId: number }): Promise<ProvenRow> {
  throw new AppError(auditErrors.audit_row_not_sealed, { detail: `not yet: ${String(place)} ${customerId} ${auditId}` })
}

/**
 * The lines of `14-audit/trail.ndjson`: every row of the checkpoint written at `from` or later and before `to`, oldest first, each with its proof against
 * that checkpoint. Reads a thousand rows at a time, each in its own transaction.
 *
 * @throws AppError audit_log_differs
 */
export async function* streamTrailProofs(
  place: Pick<LogPlace, 'db'>,
  { customerId, checkpoint, from, to }: { customerId: number; checkpoint: LogCheckpoint; from: Date; to: Date },
): AsyncGenerator<string> {
  yield `not yet: ${String(place)} ${customerId} ${checkpoint.size} ${String(from)} ${String(to)}`
}
