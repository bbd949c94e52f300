import { setTimeout as pause } from 'node:timers/promises'
import type { AuditCheckpoint } from '@seriatim/schema'
import type { Clock } from '../../core/clock.ts'
import { AppError } from '../../core/errors.ts'
import type { Secrets } from '../../core/secrets.ts'
import { withCustomer } from '../../db/customer-tx.ts'
import type { CustomerTx, Db } from '../../db/types.ts'
import { auditErrors } from './audit.facts.ts'
import { sealPiece } from './audit-seal.service.ts'
import { logFingerprint, makeSigner, writeProof } from './log/checkpoint.ts'
import {
  type CheckpointRow,
  findLeafTile,
  findLogCheck,
  findNewestCheckpoint,
  findNewestTimeStamp,
  findPlaced,
  type LineKey,
  listPlaced,
  type PlacedRow,
} from './log/log-tree.queries.ts'
import { LogTree, readLastLeaves, TILE_HASHES } from './log/log-tree.ts'
import { completeRoot, foldNodes, HASH_BYTES, type LeafRange, leafHash, listNodes, listPath, rootOfPath } from './log/merkle.ts'

/** Services that proofs need, besides the customer's id. A job's context contains all of them. */
export interface LogPlace {
  db: Db
  secrets: Secrets
  clock: Clock
}

/** The signed head of a customer's log. It covers everything that was sealed before `madeAt`. */
export interface LogCheckpoint {
  /** Name of the log, which contains the key's fingerprint and the customer's number. */
  origin: string
  /** Number of audit rows. */
  size: number
  /** RFC 6962 root hash in base64. */
  root: string
  /** Time of the checkpoint, an ISO instant. */
  madeAt: string
  /** The signed note (C2SP `tlog-checkpoint`), to be stored as `14-audit/checkpoint.txt`. */
  note: string
  /** The public key that verifies the note, as a C2SP verifier key. */
  key: string
}

export interface ProvenRow {
  index: number
  /** The text of the audit row, over which its hash is computed. */
  leaf: string
  /** Proof that the log contains the row, in the format C2SP `tlog-proof`. A pack stores the proof of its own row as `manifest.tlog-proof`. */
  proof: string
}

/** The public key that verifies the checkpoints of this customer's log, as a C2SP verifier key: `name+id+base64`. */
export function readLogKey(secrets: Secrets, customerId: number): string {
  return makeSigner(secrets, customerId).key
}

/** The installation's public key in the form that people compare: half of its SHA-256, in groups of four. It is the same for all customers. */
export function readLogFingerprint(secrets: Secrets): string {
  return logFingerprint(secrets)
}

/** The newest checkpoint; undefined before the first seal. */
export async function readCheckpoint(tx: CustomerTx): Promise<LogCheckpoint | undefined> {
  const row = await findNewestCheckpoint(tx)
  return row && toCheckpoint(row)
}

/** Returns what the Audit trail page shows about the log. */
export async function readLogState(tx: CustomerTx, secrets: Secrets): Promise<AuditCheckpoint> {
  const checked = await findLogCheck(tx)
  const stamped = await findNewestTimeStamp(tx)
  return {
    fingerprint: logFingerprint(secrets),
    checkpoint: (await readCheckpoint(tx)) ?? null,
    checked: checked ? { at: checked.checkedAt.toISOString(), size: checked.toSize, fault: checked.fault } : null,
    stamped: stamped ? { ...stamped, at: stamped.at.toISOString() } : null,
  }
}

function toCheckpoint({ size, root, note, key, madeAt }: CheckpointRow): LogCheckpoint {
  return { origin: note.slice(0, note.indexOf('\n')), size, root: root.toString('base64'), madeAt: madeAt.toISOString(), note, key }
}

/**
 * Seals all lines that can be sealed now, and returns the newest checkpoint; undefined for a customer without audit rows. It opens its own
 * transactions.
 *
 * @throws AppError audit_log_differs
 */
export async function sealNow({ db, secrets, clock }: LogPlace, customerId: number): Promise<LogCheckpoint | undefined> {
  for (;;) {
    const { fault, isMore } = await withCustomer(db, scopeOf(customerId), 'read write', (tx) =>
      sealPiece(tx, { customerId, now: clock.now(), secrets }),
    )
    if (fault) throw new AppError(auditErrors.audit_log_differs)
    if (!isMore) return withCustomer(db, scopeOf(customerId), 'read only', readCheckpoint)
  }
}

const scopeOf = (customerId: number) => ({ customerId, userId: null, scope: 'all', locationIds: [] }) as const

/**
 * Returns the proof that a committed audit row is part of the sealed log. `audit()` returned the id of the row. If no checkpoint includes the row
 * yet, seals the log first. Opens its own transactions, so call it outside of any transaction.
 * @throws AppError audit_row_not_sealed while an open transaction may still add earlier rows: try again later. audit_log_differs if rows have changed
 * since they were sealed.
 */
export async function proveAuditRow(place: LogPlace, { customerId, auditId }: { customerId: number; auditId: number }): Promise<ProvenRow> {
  const find = () => withCustomer(place.db, scopeOf(customerId), 'read only', (tx) => findProof(tx, auditId))
  const found = await find()
  if (found) return found
  await sealNow(place, customerId)
  const sealed = await find()
  if (!sealed) throw new AppError(auditErrors.audit_row_not_sealed)
  return sealed
}

const SEAL_ATTEMPTS = 60
const SEAL_PAUSE_MS = 1000

/**
 * Proves an audit row that has been committed. While open transactions may still add rows before it, tries again after a pause of a second. `onWait`
 * is called before each pause. @throws AppError as `proveAuditRow`, after the last attempt.
 */
export async function proveNewAuditRow(
  place: LogPlace,
  row: { customerId: number; auditId: number },
  onWait?: () => Promise<void>,
  attempts = SEAL_ATTEMPTS,
): Promise<ProvenRow> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await proveAuditRow(place, row)
    } catch (error) {
      const isEarly = error instanceof AppError && error.key === auditErrors.audit_row_not_sealed.key
      if (!isEarly || attempt >= attempts) throw error
      await onWait?.()
      await pause(SEAL_PAUSE_MS)
    }
  }
}

/** Finds the proof of a row; undefined if the newest checkpoint does not include the row. */
async function findProof(tx: CustomerTx, auditId: number): Promise<ProvenRow | undefined> {
  const row = await findPlaced(tx, auditId)
  if (!row) throw new Error(`There is no audit row ${auditId}.`)
  const checkpoint = await findNewestCheckpoint(tx)
  const size = checkpoint?.size ?? 0
  if (!checkpoint || row.tile * TILE_HASHES >= size) return undefined
  const tree = new LogTree(tx, checkpoint)
  const { line: leaf, tile } = row
  const hash = leafHash(leaf)
  const place = findHash(await tree.leafHashes(tile, listPath(tile * TILE_HASHES, [0, size])), hash)
  const index = tile * TILE_HASHES + place
  // A row that was written after the checkpoint's last row is not in the checkpoint's tree yet, so it has no proof. If the hash of any other row is
  // not in the tree, the row or the log was altered.
  if (place < 0 ? isAfter(row, await findEnd(tx, size)) : index >= size) return undefined
  if (place < 0) throw new AppError(auditErrors.audit_log_differs)
  const hashes = expectAll(await tree.roots(listPath(index, [0, size])))
  expectSame(rootOfPath(index, size, hash, hashes), checkpoint.root)
  return { index, leaf, proof: writeProof(leaf, index, hashes, checkpoint.note) }
}

/** The key of the last audit line in the tree of this size. */
async function findEnd(tx: CustomerTx, size: number): Promise<LineKey> {
  const [tiles, rest] = [Math.floor(size / TILE_HASHES), size % TILE_HASHES]
  const end = rest === 0 ? await findLeafTile(tx, tiles - 1) : (await readLastLeaves(tx, tiles))[rest - 1]
  if (!end) throw new AppError(auditErrors.audit_log_differs)
  return end
}

function isAfter(a: LineKey, b: LineKey): boolean {
  if (a.era !== b.era) return a.era > b.era
  return a.xid === b.xid ? a.id > b.id : BigInt(a.xid) > BigInt(b.xid)
}

/** Finds the position of a hash in a tile; -1 if the tile does not contain it. */
function findHash(hashes: Buffer, hash: Buffer): number {
  for (let at = hashes.indexOf(hash); at >= 0; at = hashes.indexOf(hash, at + 1)) if (at % HASH_BYTES === 0) return at / HASH_BYTES
  return -1
}

function expectAll(hashes: readonly (Buffer | undefined)[]): Buffer[] {
  return hashes.map((hash) => {
    if (!hash) throw new AppError(auditErrors.audit_log_differs)
    return hash
  })
}

function expectSame(root: Buffer | undefined, signed: Buffer): void {
  if (!root?.equals(signed)) throw new AppError(auditErrors.audit_log_differs)
}

const PAGE = 1000

/**
 * The lines of `14-audit/trail.ndjson`: every row that the checkpoint includes and that was written at `from` or later and before `to`, oldest first,
 * each with its proof against that checkpoint. Reads batches of a thousand rows, each batch in its own transaction. @throws AppError
 * audit_log_differs
 */
export async function* streamTrailProofs(
  { db }: Pick<LogPlace, 'db'>,
  { customerId, checkpoint, from, to }: { customerId: number; checkpoint: Pick<LogCheckpoint, 'size' | 'root'>; from: Date; to: Date },
): AsyncGenerator<string> {
  const signed = Buffer.from(checkpoint.root, 'base64')
  let tile: ProvenTile | undefined
  let after: { id: number } | undefined
  for (;;) {
    const { rows, lines } = await withCustomer(db, scopeOf(customerId), 'read only', async (tx) => {
      const rows = await listPlaced(tx, { from, to }, after, PAGE)
      const end = rows.length ? await findEnd(tx, checkpoint.size) : undefined
      const lines: string[] = []
      for (const row of rows) {
        if (!end || isAfter(row, end)) continue
        if (tile?.tile !== row.tile) tile = await readTile(tx, row.tile, { size: checkpoint.size, root: signed })
        lines.push(proveLine(tile, row, checkpoint.size, signed))
      }
      return { rows, lines }
    })
    if (lines.length) yield lines.join('')
    after = rows.at(-1)
    if (rows.length < PAGE) return
  }
}

/** A tile of the log's Merkle tree, with the hashes that the proofs of all its rows share. */
interface ProvenTile {
  tile: number
  hashes: Buffer
  /** Cache of the roots of ranges of leaves within the tile, by range. */
  inside: Map<string, Buffer>
  /** Hashes of the log's tree outside this tile; the proof of every row in the tile needs the same ones. */
  above: Buffer[]
}

async function readTile(tx: CustomerTx, tile: number, head: { size: number; root: Buffer }): Promise<ProvenTile> {
  const first = tile * TILE_HASHES
  const above = listPath(first, [0, head.size]).filter((range) => !isInside(range, first))
  const tree = new LogTree(tx, head)
  return { tile, hashes: await tree.leafHashes(tile, above), inside: new Map(), above: expectAll(await tree.roots(above)) }
}

const isInside = ([from, to]: LeafRange, first: number) => from >= first && to <= first + TILE_HASHES

function proveLine(tile: ProvenTile, { line: leaf }: PlacedRow, size: number, signed: Buffer): string {
  const hash = leafHash(leaf)
  const first = tile.tile * TILE_HASHES
  const place = findHash(tile.hashes, hash)
  if (place < 0) throw new AppError(auditErrors.audit_log_differs)
  const index = first + place
  const inside = listPath(index, [0, size]).filter((range) => isInside(range, first))
  const path = [...inside.map((range) => rootInside(tile, range, first)), ...tile.above]
  expectSame(rootOfPath(index, size, hash, path), signed)
  return `${JSON.stringify({ leaf, index, hashes: path.map((one) => one.toString('base64')) })}\n`
}

function rootInside(tile: ProvenTile, [from, to]: LeafRange, first: number): Buffer {
  const key = `${from} ${to}`
  const known = tile.inside.get(key)
  if (known) return known
  const nodes = listNodes([from - first, to - first]).map(({ level, index }) =>
    completeRoot(tile.hashes.subarray(index * 2 ** level * HASH_BYTES, (index + 1) * 2 ** level * HASH_BYTES)),
  )
  const root = foldNodes(nodes)
  tile.inside.set(key, root)
  return root
}
