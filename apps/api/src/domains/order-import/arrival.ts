import type pg from 'pg'
import type { CustomerTx } from '../../db/types.ts'
import type { lockUpload } from '../upload/upload.joins.ts'
import type { ReadDocument } from './document.ts'
import type { Parties } from './import.rules.ts'
import type { StagedProduct } from './import-rows.ts'

export interface Import {
  customerId: number
  uploadId: number
  read: ReadDocument
  /** Whether a person decided to import the document although an earlier document has the same identifier (decision 29). */
  isSettled: boolean
  now: Date
  seconds: number
}

export type LockedUpload = NonNullable<Awaited<ReturnType<typeof lockUpload>>>

/** The person who uploaded a document; null for a file that came through a door. */
export const uploaderOf = ({ doorId, createdById }: LockedUpload): number | null => (doorId === null ? createdById : null)

/** A document being imported: its upload and its identity are locked. */
export interface Arrival {
  tx: CustomerTx
  client: pg.PoolClient
  job: Import
  upload: LockedUpload
  parties: Parties
  identifier: string | null
  /** True if the decision with which a person settled the upload (`job.isSettled`) is still valid. */
  isSettled: boolean
}

/**
 * Stages the document's lines on the first call and returns the document's products by GTIN; later calls return the same products. Locks the location
 * against other imports.
 */
export type Stage = (locationId: number | null) => Promise<ReadonlyMap<string, StagedProduct>>
