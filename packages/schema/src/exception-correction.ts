import { z } from 'zod'
import { id, isoDate, isoInstant, personName } from './common.ts'

export const correctionInput = z.object({ correctionId: id })
export const correctionReplacing = z.object({ correctionId: id, reason: z.string().trim().max(500).optional() })
export const correctionKeeping = z.object({ correctionId: id, isIgnored: z.boolean() })
const kind = z.enum(['gone', 'changed', 'added'])
export const correctionUnitsInput = z.object({
  correctionId: id,
  kind: kind.optional(),
  fields: z.string().max(50).optional(),
  cursor: z.int().min(0).default(0),
})

const text = z.string().nullable()
const file = z.object({
  documentId: id.nullable(),
  filename: z.string(),
  identifier: text,
  cameAt: isoInstant,
  rejects: z.int(),
  warnings: z.int(),
  meds: z.int(),
})

/** Comparison of a corrected file with the original, and the effects of replacing the original. */
export const correction = z.object({
  id,
  state: z.enum(['found', 'replacing', 'replaced', 'kept', 'ignored', 'undone', 'outdated']),
  documentExceptionId: id.nullable(),
  foundBy: z.enum(['identifier', 'serials', 'answer']),
  senderName: text,
  purchaseOrderNumbers: z.array(z.string()),
  old: file,
  corrected: file,
  /** Number of serial numbers that both files list. */
  shared: z.int(),
  same: z.int(),
  groups: z.array(z.object({ kind, fields: z.string(), amount: z.int(), received: z.int(), products: z.array(z.string()) })),
  does: z.object({ receiptsStay: z.int(), held: z.int(), toReceive: z.int(), goneReceived: z.int() }),
  /** Whether the corrected file has more findings to fix than the original. */
  isWorse: z.boolean(),
  receiving: personName.extend({ at: isoInstant, isMe: z.boolean() }).nullable(),
  decided: z.object({ at: isoInstant, by: personName.nullable(), reason: text }).nullable(),
  undoUntil: isoInstant.nullable(),
  mayDecide: z.boolean(),
})
export type Correction = z.infer<typeof correction>

export const correctionUnits = z.object({
  items: z.array(
    z.object({
      n: z.int(),
      kind,
      fields: z.string(),
      gtin: text,
      serialNumber: z.string(),
      productName: text,
      oldLot: text,
      newLot: text,
      oldExpiry: isoDate.nullable(),
      newExpiry: isoDate.nullable(),
      oldParent: text,
      newParent: text,
      oldProduct: text,
      newProduct: text,
      receivedAt: isoInstant.nullable(),
    }),
  ),
  next: z.int().nullable(),
})
export type CorrectionUnits = z.infer<typeof correctionUnits>
