import { z } from 'zod'
import { id, isoInstant, personName } from './common.ts'
import { type EpcisMedVocabulary, epcisMedVocabulary } from './order.ts'

export interface OrderMed {
  sgtin: string | null
  sscc: string | null
  gtin: string | null
  serialNumber: string | null
  lotNumber: string | null
  expirationDate: string | null
  epcisMedVocabularyId: number | null
  epcisMedVocabulary: EpcisMedVocabulary | null
  receivedById: number | null
  receivedBy: { firstName: string; lastName: string } | null
  datetimeReceived: string | null
  children: OrderMed[]
}
/**
 * A unit without its contents. Answers are streamed and may be nested more deeply than the call stack allows, so each unit is validated separately.
 */
export const orderMedAlone = z.object({
  sgtin: z.string().nullable(),
  sscc: z.string().nullable(),
  gtin: z.string().nullable(),
  serialNumber: z.string().nullable(),
  lotNumber: z.string().nullable(),
  expirationDate: z.string().nullable(),
  epcisMedVocabularyId: id.nullable(),
  epcisMedVocabulary: epcisMedVocabulary.nullable(),
  receivedById: id.nullable(),
  receivedBy: personName.nullable(),
  datetimeReceived: isoInstant.nullable(),
})
export const orderMed: z.ZodType<OrderMed> = z.lazy(() => orderMedAlone.extend({ children: z.array(orderMed) }))
