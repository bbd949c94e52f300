import { z } from 'zod'
import { id } from './common.ts'

/** Maximum size of an evidence file, enough for a scan of a license or of a contract. */
export const EVIDENCE_BYTES = 10 * 1024 * 1024

/** A supporting document: a license, an agreement, a registry's answer. */
export const evidence = z.object({ id, filename: z.string(), contentType: z.string(), size: z.int() })
export type Evidence = z.infer<typeof evidence>
/** Answer to one packet of an upload. `evidence` is null until all packets have arrived. */
export const evidenceTaken = z.object({ received: z.int(), totalPackets: z.int(), evidence: evidence.nullable() })
export const evidenceInput = z.object({ evidenceId: id })
export const evidenceFile = z.object({ filename: z.string(), contentType: z.string(), base64: z.string() })
/** Id of the evidence file that a person chose in a form; null if no file is chosen. */
export const evidenceId = id.nullish().transform((value) => value ?? null)
