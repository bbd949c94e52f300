import { checkDigit, sgtinPatternUri } from '@seriatim/gs1'
import type { SampleLocation, SampleProduct } from './make-parts.ts'

export interface SampleParty {
  /** The company itself, with its GLN and address. */
  readonly owner: SampleLocation
  /** Place where goods leave or arrive. */
  readonly location: SampleLocation
}

/** Defects that the generator can put into a sample document on request. */
export type SampleFault = 'missingReadPoint' | 'missingDosageForm' | 'notShipped' | 'noStatement'

/** Packaging of the goods: loose units, cases, or cases on pallets. */
export type SampleHierarchy = 'units' | 'cases' | 'pallets'

/**
 * `xml` is EPCIS 1.2; the other formats are EPCIS 2.0. Both `json` and `links` are JSON: `json` identifies units and places by URNs, `links` by
 * Digital Links.
 */
export type SampleFormat = 'xml' | 'xml20' | 'json' | 'links'

/** A unit, case or pallet, identified as on its barcode. */
export interface SampleUnit {
  readonly kind: 'unit' | 'case' | 'pallet'
  /** Null for pallets. */
  readonly gtin: string | null
  readonly serialNumber: string | null
  /** Null for units and cases. */
  readonly sscc: string | null
  readonly product: SampleProduct | null
  /** For units. */
  readonly lotNumber: string | null
  readonly expirationDate: string | null
}

export interface DocumentOptions {
  /** Number of units (bottles), spread evenly over the products; at least one per product. */
  readonly meds: number
  /** Number of units of each product. If given, `meds` is ignored. */
  readonly quantities?: readonly number[]
  /** Default: cases on pallets. */
  readonly hierarchy?: SampleHierarchy
  readonly perCase: number
  readonly casesPerPallet: number
  readonly now: Date
  /** Any text. All serial numbers and SSCCs are derived from it, so documents with different seeds do not share any. */
  readonly serialSeed: string
  readonly instanceIdentifier: string
  readonly purchaseOrder?: string
  readonly despatchAdvice?: string
  readonly products?: readonly SampleProduct[]
  readonly sender?: SampleParty
  readonly receiver?: SampleParty
  /** Expiration date of every package, `YYYY-MM-DD`; default: two years from now. */
  readonly expirationDate?: string
  readonly faults?: readonly SampleFault[]
  /** Format of the document. By default, it is EPCIS 1.2 as XML; every other format is EPCIS 2.0. */
  readonly format?: SampleFormat
  /** Called for every unit, case and pallet, because each gets a barcode; the outermost come last. */
  readonly onUnit?: (unit: SampleUnit) => void
}

export interface SampleMatter {
  readonly sender: SampleParty
  readonly receiver: SampleParty
  readonly products: readonly SampleProduct[]
}

/** Creation time of the document, in whole seconds. */
export const madeAt = ({ now }: DocumentOptions): string => now.toISOString().replace(/\.[0-9]+Z$/, 'Z')

/** Lists the places of both parties, each once. */
export function listPlaces(sender: SampleParty, receiver: SampleParty): SampleLocation[] {
  const places = [sender, receiver].flatMap(({ owner, location }) => [owner, location])
  return [...new Map(places.map((place) => [place.sgln, place])).values()]
}

/**
 * Lists two vocabulary entries for each product: the single package and the case. With the fault `missingDosageForm`, the single package of the last
 * product has no dosage form.
 */
export function listClasses(options: DocumentOptions, products: readonly SampleProduct[]) {
  const withoutForm = options.faults?.includes('missingDosageForm') ? products.at(-1) : undefined
  return products.flatMap((product) =>
    [0, 5].map((indicator) => ({
      pattern: sgtinPatternUri(makeGtin(product, indicator), 6),
      product,
      withForm: product !== withoutForm || indicator !== 0,
    })),
  )
}

export function makeGtin(product: SampleProduct, indicator: number): string {
  const digits = `${indicator}03${product.ndc.replaceAll('-', '')}`
  return digits + checkDigit(digits)
}
