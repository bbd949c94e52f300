import { checkDigit, parseEpc, sgtinUri, ssccUri } from '@seriatim/gs1'
import { documentHead, LEGAL_NOTICE } from './document-head.ts'
import { jsonWriter } from './make-json.ts'
import { type DocumentOptions, listClasses, listPlaces, madeAt, makeGtin, type SampleMatter, type SampleParty } from './make-options.ts'
import { eventWriter, locationEntry, medEntry, type SampleProduct } from './make-parts.ts'

/** An invented wholesaler. */
export const sampleSender: SampleParty = {
  owner: {
    sgln: 'urn:epc:id:sgln:038888.100000.0',
    gln: makeGln('038888100000'),
    name: 'Northway Wholesale',
    street: '400 Harbor Blvd',
    city: 'Columbus',
    state: 'OH',
    postalCode: '43215',
  },
  location: {
    sgln: 'urn:epc:id:sgln:038888.100017.0',
    gln: makeGln('038888100017'),
    name: 'Northway Wholesale, Grove City',
    street: '12 Freight Way',
    city: 'Grove City',
    state: 'OH',
    postalCode: '43123',
  },
}

/** The demo customer (decision 42). */
export const sampleReceiver: SampleParty = {
  owner: {
    sgln: 'urn:epc:id:sgln:039999.999999.0',
    gln: makeGln('039999999999'),
    name: 'Park Avenue Pharmacy',
    street: '230 Park Ave S',
    city: 'New York',
    state: 'NY',
    postalCode: '10003',
  },
  location: {
    sgln: 'urn:epc:id:sgln:039999.345678.0',
    gln: makeGln('039999345678'),
    name: 'Park Avenue Pharmacy, Main Street',
    street: '136 Main St',
    city: 'Louisville',
    state: 'KY',
    postalCode: '40218',
  },
}

/** Invented products of invented manufacturers; each NDC matches its GTIN. */
export const SAMPLE_PRODUCTS: readonly SampleProduct[] = [
  {
    ndc: '8801-0500-60',
    name: 'Metformin HCl',
    maker: 'Alderbrook Pharma',
    form: 'TABLET, FILM COATED',
    strength: '500 mg',
    content: '60 tablets',
    lot: 'MF26A',
  },
  {
    ndc: '8801-0010-30',
    name: 'Lisinopril',
    maker: 'Alderbrook Pharma',
    form: 'TABLET',
    strength: '10 mg',
    content: '30 tablets',
    lot: 'LS26C',
  },
  {
    ndc: '88123-204-90',
    name: 'Atorvastatin Calcium',
    maker: 'Fenwick Laboratories',
    form: 'TABLET',
    strength: '20 mg',
    content: '90 tablets',
    lot: 'AT26F',
  },
  {
    ndc: '88123-771-30',
    name: 'Amoxicillin',
    maker: 'Fenwick Laboratories',
    form: 'CAPSULE',
    strength: '500 mg',
    content: '30 capsules',
    lot: 'AX26B',
  },
]

/**
 * Writes a complete DSCSA message (GS1 US guideline R1.3) in chunks: every unit and case is commissioned and packed into cases and pallets, and the
 * pallets are shipped. The validator finds nothing in the document unless faults are requested. The same options give the same document.
 *
 * Cases contain units of one product; pallets contain cases in order.
 */
export function* makeDocument(options: DocumentOptions): Generator<string> {
  const products = options.products ?? SAMPLE_PRODUCTS
  const sender = options.sender ?? sampleSender
  const receiver = options.receiver ?? sampleReceiver
  const faults = new Set(options.faults)
  const write = makeWriter(options, { sender, receiver, products })
  yield write.head()
  const serials = serialNumbers(options.serialSeed)
  const expirationDate = options.expirationDate ?? `${options.now.getUTCFullYear() + 2}-06-30`
  const hierarchy = options.hierarchy ?? 'pallets'
  const pallets: { sscc: string; cases: string[] }[] = []
  /** Items shipped without a pallet, in the groups in which they were created. */
  const loose: string[][] = []
  let packings = 0
  const make = (kind: 'unit' | 'case', product: SampleProduct): string => {
    const gtin = makeGtin(product, kind === 'unit' ? 0 : 5)
    const serialNumber = serials()
    const more = kind === 'unit' ? { lotNumber: product.lot, expirationDate } : { lotNumber: null, expirationDate: null }
    options.onUnit?.({ kind, gtin, serialNumber, sscc: null, product, ...more })
    return sgtinUri(gtin, serialNumber, 6)
  }
  for (const [index, product] of products.entries()) {
    const units = options.quantities?.[index] ?? share(options.meds, products.length, index)
    for (let from = 0; from < units; from += options.perCase) {
      const size = Math.min(options.perCase, units - from)
      const bottles = Array.from({ length: size }, () => make('unit', product))
      const ilmd = { lotNumber: product.lot, expirationDate }
      yield write.commissioning(bottles, ilmd)
      if (hierarchy === 'units') {
        loose.push(bottles)
        continue
      }
      const box = make('case', product)
      yield write.commissioning([box], ilmd)
      packings += 1
      yield write.packing(box, bottles, !(faults.has('missingReadPoint') && packings <= 2))
      if (hierarchy === 'cases') {
        loose.push([box])
        continue
      }
      let pallet = pallets.at(-1)
      if (pallet === undefined || pallet.cases.length >= options.casesPerPallet) {
        pallet = { sscc: makeSscc(options.serialSeed, pallets.length), cases: [] }
        pallets.push(pallet)
      }
      pallet.cases.push(box)
    }
  }
  // At least one group must be shipped, so a group is left out only if there are several.
  const groups = loose.length + pallets.reduce((sum, pallet) => sum + pallet.cases.length, 0)
  const left = faults.has('notShipped') && groups > 1 ? (pallets.at(-1)?.cases.pop() ?? loose.pop()) : undefined
  const full = pallets.filter((pallet) => pallet.cases.length > 0 || left === undefined)
  for (const { sscc, cases } of full) {
    yield write.commissioning([sscc])
    yield write.packing(sscc, cases, true)
    options.onUnit?.({
      kind: 'pallet',
      gtin: null,
      serialNumber: null,
      sscc: ssccKey(sscc),
      product: null,
      lotNumber: null,
      expirationDate: null,
    })
  }
  yield write.shipping([...full.map((pallet) => pallet.sscc), ...loose.flat()], {
    sender,
    receiver,
    purchaseOrder: options.purchaseOrder ?? 'PO-100234',
    despatchAdvice: options.despatchAdvice ?? 'NW-55871',
  })
  yield write.end()
}

function makeWriter(options: DocumentOptions, matter: SampleMatter) {
  const { format = 'xml', now } = options
  if (format === 'json' || format === 'links') return jsonWriter(options, matter, format === 'links')
  const as = format === 'xml20' ? as20 : (xml: string) => xml
  const write = eventWriter(now, matter.sender.location.sgln)
  return {
    head: () => (format === 'xml20' ? headAs20(head(options, matter)) : head(options, matter)),
    commissioning: (...given: Parameters<typeof write.commissioning>) => as(write.commissioning(...given)),
    packing: (...given: Parameters<typeof write.packing>) => as(write.packing(...given)),
    shipping: (...given: Parameters<typeof write.shipping>) => as(write.shipping(...given)),
    end: () => '    </EventList>\n  </EPCISBody>\n</epcis:EPCISDocument>\n',
  }
}

/** Converts an event to EPCIS 2.0, which has no extension elements within events. */
const as20 = (event: string): string =>
  event
    .split('\n')
    .filter((line) => !['<extension>', '</extension>'].includes(line.trim()))
    .join('\n')

const headAs20 = (xml: string): string =>
  xml.replace('urn:epcglobal:epcis:xsd:1', 'urn:epcglobal:epcis:xsd:2').replace('schemaVersion="1.2"', 'schemaVersion="2.0"')

function head(options: DocumentOptions, { sender, receiver, products }: SampleMatter): string {
  const made = madeAt(options)
  const places = listPlaces(sender, receiver)
  const meds = listClasses(options, products).map(({ pattern, product, withForm }) => medEntry(pattern, product, withForm))
  return documentHead({
    made,
    sender: sender.owner.sgln,
    receiver: receiver.owner.sgln,
    instanceIdentifier: options.instanceIdentifier,
    products: meds,
    places: places.map(locationEntry),
    guideline: 'r13',
    legalNotice: options.faults?.includes('noStatement') ? null : LEGAL_NOTICE,
  })
}

function makeGln(digits: string): string {
  return digits + checkDigit(digits)
}

function share(total: number, parts: number, index: number): number {
  return Math.floor(total / parts) + (index < total % parts ? 1 : 0)
}

function ssccKey(uri: string): string | null {
  const epc = parseEpc(uri)
  return epc.ok && epc.value.kind === 'sscc' ? epc.value.sscc : null
}

/**
 * Makes the SSCC URI of a pallet. The SSCC consists of extension digit and company prefix, ten digits computed from the seed and the pallet's number,
 * and the check digit.
 */
function makeSscc(seed: string, pallet: number): string {
  const digits = `0038888${String(hash(seed) + pallet).padStart(10, '0')}`
  return ssccUri(digits + checkDigit(digits), 6)
}

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Returns a function that makes distinct 12-character serial numbers, which look random but depend only on the seed. */
function serialNumbers(seed: string): () => string {
  const start = hash(seed)
  let count = 0
  return () => {
    const tail = spread(count, start)
    count += 1
    return letters(start, 6) + letters(tail, 6)
  }
}

/**
 * Maps different counts below 2³⁰ to different numbers of 30 bits that look random: multiplies by an odd factor, mixes in the upper half, and adds
 * `start`.
 */
function spread(count: number, start: number): number {
  const mixed = Math.imul(count, 0x2c1b3c6d) & 0x3fffffff
  return ((mixed ^ (mixed >>> 15)) + start) & 0x3fffffff
}

function letters(value: number, length: number): string {
  let text = ''
  let rest = value & 0x3fffffff
  for (let i = 0; i < length; i += 1) {
    text += ALPHABET.charAt(rest & 31)
    rest >>>= 5
  }
  return text
}

/** FNV-1a hash, 32 bits, not negative. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}
