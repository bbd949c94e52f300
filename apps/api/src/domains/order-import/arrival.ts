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
  /** Somebody decided to import it although an earlier document has its identifier (decision 29). */
  isSettled: boolean
  now: Date
  seconds: number
}

export type UploadRow = NonNullable<Awaited<ReturnType<typeof lockUpload>>>

/** A document on its way into the database: its upload is locked, and so is its identity. */
export interface Arrival {
  tx: CustomerTx
  client: pg.PoolClient
  job: Import
  upload: UploadRow
  parties: Parties
  identifier: string | null
  /** The decision of `job.isSettled` still holds. */
  isSettled: boolean
}

/** Stages the lines of the document on the first call; later calls return the same products by GTIN. A place is locked against other imports there. */
export type Stage = (locationId: number | null) => Promise<ReadonlyMap<string, StagedProduct>>
