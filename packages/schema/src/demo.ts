import { z } from 'zod'
import { filterLocation } from './common.ts'

/** Invented products for demo orders. */
export const demoProducts = z.array(
  z.object({ ndc: z.string(), name: z.string(), maker: z.string(), strength: z.string(), content: z.string() }),
)

export const demoHierarchy = z.enum(['units', 'cases', 'pallets'])
export const demoFault = z.enum(['missingReadPoint', 'missingDosageForm', 'notShipped', 'noStatement'])
export type DemoFault = z.infer<typeof demoFault>

const goods = z
  .array(z.object({ ndc: z.string().max(20), quantity: z.int().min(1).max(500) }))
  .min(1)
  .max(20)

/** Every field has a default, so the call needs no input (rest.md). */
export const demoFileInput = z.object({
  /** Products with their number of units; default: all products, twelve units each. */
  products: goods.optional(),
  hierarchy: demoHierarchy.default('pallets'),
  perCase: z.int().min(1).max(100).default(12),
  casesPerPallet: z.int().min(1).max(100).default(8),
  faults: z.array(demoFault).max(10).default([]),
  /** The location to which the document is addressed; default: the caller's first location with a GLN. */
  customerLocationId: filterLocation,
})
/** A demo order as a person enters it in a form: products without units are skipped, and location 0 means the user's current location. */
export const demoForm = demoFileInput.extend({
  products: z
    .array(z.object({ ndc: z.string().max(20), quantity: z.int().min(0).max(500) }))
    .max(20)
    .transform((all) => all.filter(({ quantity }) => quantity > 0))
    .pipe(goods),
  customerLocationId: z.int().nonnegative(),
})
export type DemoFileInput = z.output<typeof demoFileInput>

/** Bytes in the JSON form of a Node `Buffer`, in which the documented calls return them (decision 15). */
const buffer = z.object({ type: z.literal('Buffer'), data: z.array(z.int().min(0).max(255)) })

/** The result of generating a demo file: the EPCIS file and the PDF with its barcodes, in the documented form (P1 §3). */
export const demoFile = z.object({
  epcisFilename: z.string(),
  epcisBuffer: buffer,
  epcisBarcodeFilename: z.string(),
  epcisBarcodeBuffer: buffer,
})
export type DemoFile = z.infer<typeof demoFile>
