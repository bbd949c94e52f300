import { z } from 'zod'
import { id, isoInstant, makePage } from './common.ts'
import { storedDelivery } from './intake.ts'

/** What to do with a capture if one of its events is wrong: store nothing, or store everything that can be read. */
export const captureBehavior = z.enum(['rollback', 'proceed'])
export type CaptureBehavior = z.infer<typeof captureBehavior>

export const storedCapture = storedDelivery.extend({ behavior: captureBehavior })
export type StoredCapture = z.infer<typeof storedCapture>
export const captureTaken = z.object({ captureId: id })

/**
 * An error of a capture job, with the fields of an error response (problem document) of the GS1 EPCIS REST interface.
 * @see GS1 EPCIS 2.0 REST bindings, CaptureJob.
 */
const captureError = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** 1-based number of the event in the document, if the error is about one. */
  eventNumber: z.int().optional(),
})
export type CaptureError = z.infer<typeof captureError>

/** An EPCIS capture job. Its fields have GS1's names and meanings: `running` and `success` as in the OpenAPI document of EPCIS 2.0. */
export const captureJob = z.object({
  captureID: z.string(),
  createdAt: isoInstant,
  finishedAt: isoInstant.optional(),
  running: z.boolean(),
  success: z.boolean(),
  captureErrorBehaviour: captureBehavior,
  errors: z.array(captureError),
})
export type CaptureJob = z.infer<typeof captureJob>
export const captureInput = z.object({ captureId: id })
export const capturePage = makePage(captureJob)
/** 30 is the default limit in GS1's interface. */
export const captureSearch = z.object({ limit: z.int().min(1).max(1000).default(30), cursor: z.string().max(500).optional() })
export type CaptureSearch = z.output<typeof captureSearch>
