import { z } from 'zod'
import { LOOKS, TOO_MUCH } from './upload-looks.ts'

export const uploadStatus = z.enum(['processing', 'imported', 'duplicate', 'exception', 'refused', 'stopped', 'elsewhere', 'differs'])
export type UploadStatus = z.infer<typeof uploadStatus>

const listKeys = <K extends string>(table: Readonly<Record<K, string>>) => z.enum(Object.keys(table) as [K, ...K[]]) // its own keys
const of = <K extends string, S extends z.ZodRawShape>(kind: K, facts: S) => z.object({ kind: z.literal(kind), facts: z.object(facts) })

/** What became of an upload, as it is stored and sent. `upload-words.ts` makes words of it, and nothing else does. */
export const outcome = z.discriminatedUnion('kind', [
  /** `refusedSince`: since when the file storage has not let the server in, ISO 8601. */
  of('waiting', { refusedSince: z.string().optional() }),
  of('made', { findings: z.int() }),
  of('sentBefore', {}),
  /** `identifier`: what the earlier document and this one have in common. */
  of('differs', { identifier: z.string().nullable() }),
  /** It names serial numbers of an earlier order of the sender in which something is wrong. */
  of('corrects', {}),
  of('notAddressed', {}),
  of('noSerials', {}),
  /** `fault`: the finding that says why, in the reader's words; null where none does. */
  of('malformed', { fault: z.string().nullable() }),
  of('empty', {}),
  of('notXml', { looks: listKeys(LOOKS) }),
  /** `files`: null where they were not counted. */
  of('zipNotOne', { files: z.int().nullable() }),
  of('zipEncrypted', {}),
  of('zipNotXml', {}),
  of('zipTooLarge', {}),
  of('zipDamaged', {}),
  of('tooMuch', { what: listKeys(TOO_MUCH), most: z.int() }),
  of('tooMuchMemory', {}),
  /** By a person. */
  of('stopped', {}),
  of('ignored', {}),
  /** Given up after several tries. `isRefused`: for a day the file storage did not let the server in. */
  of('fault', { isRefused: z.literal(true).optional() }),
  /** Belongs to a location that the reader lacks; never stored. */
  of('elsewhere', {}),
])
export type Outcome = z.infer<typeof outcome>
export type OutcomeKind = Outcome['kind']

/** Why nothing can be read of a file, whoever looks at it: the server, or the browser before it is sent. */
export type Unreadable = Extract<Outcome, { kind: 'empty' | 'notXml' | `zip${string}` | `tooMuch${string}` }>

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
  zipEncrypted: 'refused',
  zipNotXml: 'refused',
  zipTooLarge: 'refused',
  zipDamaged: 'refused',
  tooMuch: 'refused',
  tooMuchMemory: 'refused',
  stopped: 'stopped',
  ignored: 'stopped',
  fault: 'stopped',
  elsewhere: 'elsewhere',
}
