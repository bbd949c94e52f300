import { z } from 'zod'
import { FILE_KINDS, TOO_MUCH } from './file-kinds.ts'

export const uploadStatus = z.enum(['processing', 'imported', 'duplicate', 'exception', 'refused', 'stopped', 'elsewhere', 'differs'])
export type UploadStatus = z.infer<typeof uploadStatus>

const listKeys = <K extends string>(table: Readonly<Record<K, string>>) => z.enum(Object.keys(table) as [K, ...K[]]) // Object.keys() returns string[]
const of = <K extends string, S extends z.ZodRawShape>(kind: K, facts: S) => z.object({ kind: z.literal(kind), facts: z.object(facts) })

/** The problem with an event of a document, as the EPCIS reader words it. */
export const eventError = z.object({ event: z.int(), message: z.string() })
export type EventError = z.infer<typeof eventError>

/** Outcome of an upload as stored and sent. Only `upload-words.ts` turns it into text. */
export const outcome = z.discriminatedUnion('kind', [
  /** `refusedSince`: time since which the file storage has denied access, ISO 8601. */
  of('waiting', { refusedSince: z.string().optional() }),
  /** `orders`: the number of orders, if several were made from the document. */
  of('made', { findings: z.int(), orders: z.int().optional() }),
  of('sentBefore', {}),
  /** `identifier`: the instance identifier that the earlier document and this one share. */
  of('differs', { identifier: z.string().nullable() }),
  /**
   * The document may be a corrected version of an order with problems: it shares serial numbers with an order of the same sender, or with the order
   * of the ticket that the upload answers.
   */
  of('corrects', {}),
  of('notAddressed', {}),
  of('noSerials', {}),
  /** `fault`: the finding that explains why, as the EPCIS reader words it; null if there is none. */
  of('malformed', { fault: z.string().nullable() }),
  of('empty', {}),
  of('notXml', { looks: listKeys(FILE_KINDS) }),
  /** `files`: number of files in the zip; null if they were not counted. */
  of('zipNotOne', { files: z.int().nullable() }),
  /** `most`: the maximum number of files that a zip may contain. */
  of('zipTooMany', { most: z.int() }),
  /** `name`: name of the zip inside the zip. */
  of('zipNested', { name: z.string() }),
  of('zipEncrypted', {}),
  of('zipNotXml', {}),
  /** `isDoorFull`: true if the unpacked files exceed the daily limit of the door that the zip came through. */
  of('zipTooLarge', { isDoorFull: z.literal(true).optional() }),
  of('zipDamaged', {}),
  /**
   * A zip of several files. `documents`: the number of files that became separate uploads; `others`: the number of files that were stored but not
   * read.
   */
  of('unpacked', { documents: z.int(), others: z.int() }),
  of('tooMuch', { what: listKeys(TOO_MUCH), most: z.int() }),
  of('tooMuchMemory', {}),
  /**
   * The sender asked to store either all events of a capture or none, and some events had errors, so nothing was stored. `wrong`: the number of
   * events with errors; `errors` lists the first of them.
   */
  of('rolledBack', { wrong: z.int(), errors: z.array(eventError) }),
  /** Stopped by a person. */
  of('stopped', {}),
  of('ignored', {}),
  /** The server gave up after several attempts. `isRefused`: set if that was because the file storage denied access for a day. */
  of('fault', { isRefused: z.literal(true).optional() }),
  /** The upload belongs to a location that the caller has no access to. This outcome is only returned, never stored. */
  of('elsewhere', {}),
])
export type UploadOutcome = z.infer<typeof outcome>
export type OutcomeKind = UploadOutcome['kind']

/** Outcomes for an unreadable file. Both the server and the browser's check before sending can return them. */
export type Unreadable = Extract<UploadOutcome, { kind: 'empty' | 'notXml' | `zip${string}` | `tooMuch${string}` }>

export const OUTCOME_STATUS: Readonly<Record<OutcomeKind, UploadStatus>> = {
  waiting: 'processing',
  made: 'imported',
  sentBefore: 'duplicate',
  differs: 'differs',
  corrects: 'differs',
  notAddressed: 'exception',
  noSerials: 'exception',
  malformed: 'exception',
  empty: 'refused',
  notXml: 'refused',
  zipNotOne: 'refused',
  zipTooMany: 'refused',
  zipNested: 'refused',
  zipEncrypted: 'refused',
  zipNotXml: 'refused',
  zipTooLarge: 'refused',
  zipDamaged: 'refused',
  unpacked: 'imported',
  tooMuch: 'refused',
  tooMuchMemory: 'refused',
  rolledBack: 'refused',
  stopped: 'stopped',
  ignored: 'stopped',
  fault: 'stopped',
  elsewhere: 'elsewhere',
}
