import { isoInstant, sha256Hex, tracingBasis, tracingCounts, tracingItemShown, tracingRecord, tracingResult } from '@seriatim/schema'
import { z } from 'zod'

const party = z.object({
  id: z.string(),
  gln: z.string().nullable(),
  name: z.string().nullable(),
  streetAddressOne: z.string().nullable(),
  streetAddressTwo: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  countryCode: z.string().nullable(),
})

/** One change of ownership, with the date of shipment as the file states it. */
const traceTransaction = z.object({
  shippedAt: z.string().nullable(),
  seller: party.nullable(),
  buyer: party.nullable(),
  references: z.array(z.string()),
})

/** An answer in version 1 of our own format, `seriatim.trace.v1` (docs/tracing.md). */
export const traceAnswerFile = z.object({
  format: z.literal('seriatim.trace.v1'),
  isDrill: z.boolean(),
  request: z.object({
    number: z.int(),
    organization: z.string(),
    name: z.string().nullable(),
    reference: z.string().nullable(),
    basis: tracingBasis,
    basisName: z.string(),
    receivedAt: isoInstant,
  }),
  answer: z.object({
    /** The pharmacy that answers. */
    by: z.string(),
    at: isoInstant,
    searched: z.string(),
    note: z.string().nullable(),
    counts: tracingCounts,
    items: z.array(
      z.object({
        number: z.int(),
        asked: tracingItemShown,
        result: tracingResult,
        /** Sentences that explain an incomplete result: which data is missing, or what was searched. */
        missing: z.array(z.string()),
        remarks: z.array(z.string()),
        /** Number of packages that match; `packages` may list fewer. */
        amount: z.int(),
        /** Whether more packages match than `amount`, because counting stopped at the limit. */
        hasMore: z.boolean(),
        packages: z.array(tracingRecord.omit({ medId: true })),
      }),
    ),
    transactions: z.array(
      z.object({
        documentId: z.int(),
        purchaseOrders: z.array(z.string()),
        transactions: z.array(traceTransaction),
        statement: z.object({ legalNotice: z.string().nullable() }).nullable(),
        /** Name of the original file within the answer; null if the answer does not contain it. */
        file: z.string().nullable(),
        sha256: sha256Hex,
      }),
    ),
  }),
})
export type TraceAnswerFile = z.input<typeof traceAnswerFile>
