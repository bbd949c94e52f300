import { randomBytes } from 'node:crypto'
import { makeDocument, SAMPLE_PRODUCTS, type SampleParty, type SampleUnit } from '@seriatim/epcis'
import { glnToSgln } from '@seriatim/gs1'
import type { DemoFile, DemoFileInput } from '@seriatim/schema'
import { must, type Session } from '../../call/access/access.ts'
import type { Context } from '../../call/context.ts'
import type { Config } from '../../core/config.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import { printSheet } from '../../print/print-sheet.ts'
import { locationErrors } from '../location/location.facts.ts'
import { readMyLocations } from '../location/location.service.ts'
import { barcodeSheet } from './demo-file.pdf.ts'
import { uploadErrors } from './upload.facts.ts'

const UNITS_MAX = 500
const UNITS_EACH = 12
/** Length of the company prefix in the GLNs of the demo customers, which a GLN alone does not reveal. */
const PREFIX_LENGTH = 6

/** @throws AppError not_in_production. */
export function listDemoProducts({ config }: { config: Config }) {
  if (config.isProduction) throw new AppError(coreErrors.not_in_production)
  return SAMPLE_PRODUCTS.map(({ ndc, name, maker, strength, content }) => ({ ndc, name, maker, strength, content }))
}

/**
 * Creates an EPCIS document of fictitious goods for one of the caller's locations, and a sheet with the barcode of every unit, case and pallet in it,
 * for sales representatives to demonstrate receiving. Nothing is stored. Outside production only (decision 13).
 */
export async function makeDemoFile(ctx: Context, session: Session, input: DemoFileInput): Promise<DemoFile> {
  if (ctx.config.isProduction) throw new AppError(coreErrors.not_in_production)
  const { products, quantities } = makeGoods(input)
  const receiver = await findReceiver(ctx, session, input.customerLocationId || null)
  const mark = randomBytes(4).toString('hex').toUpperCase()
  const day = session.now.toISOString().slice(0, 10)
  const units: SampleUnit[] = []
  const document = makeDocument({
    meds: 0,
    products,
    quantities,
    hierarchy: input.hierarchy,
    perCase: input.perCase,
    casesPerPallet: input.casesPerPallet,
    faults: input.faults,
    receiver,
    now: session.now,
    serialSeed: mark,
    instanceIdentifier: `DEMO-${day}-${mark}`,
    purchaseOrder: `DEMO-${mark.slice(0, 4)}`,
    onUnit: (unit) => units.push(unit),
  })
  const xml = Buffer.from([...document].join(''))
  const name = `demo_${day}_${mark.slice(0, 4)}`
  const pdf = await printSheet(ctx, session, barcodeSheet({ units, name, receiver: receiver.owner.name, brand: ctx.config.brand }))
  return {
    epcisFilename: `${name}.xml`,
    epcisBuffer: xml.toJSON(),
    epcisBarcodeFilename: `${name}_barcodes.pdf`,
    epcisBarcodeBuffer: Buffer.from(pdf).toJSON(),
  }
}

function makeGoods({ products: wanted }: DemoFileInput) {
  const goods = wanted ?? SAMPLE_PRODUCTS.map(({ ndc }) => ({ ndc, quantity: UNITS_EACH }))
  const products = goods.map(({ ndc }) => {
    const product = SAMPLE_PRODUCTS.find((one) => one.ndc === ndc)
    if (!product) throw new AppError(uploadErrors.demo_product_unknown)
    return product
  })
  const quantities = goods.map(({ quantity }) => quantity)
  if (quantities.reduce((sum, quantity) => sum + quantity, 0) > UNITS_MAX) throw new AppError(uploadErrors.demo_too_many)
  return { products, quantities }
}

async function findReceiver(ctx: Context, session: Session, locationId: number | null): Promise<SampleParty> {
  const places = await ctx.inTx('read only', (tx) => readMyLocations(tx, session))
  const place = locationId === null ? places.find((one) => one.globalLocationNumber) : places.find((one) => one.id === locationId)
  if (locationId !== null && !place) throw new AppError(locationErrors.location_not_found)
  const gln = place?.globalLocationNumber
  const sgln = gln ? glnToSgln(gln, PREFIX_LENGTH) : null
  if (!place || !gln || !sgln) throw new AppError(uploadErrors.demo_no_gln)
  const here = { sgln, gln, name: place.name, street: '1 Main Street', city: 'New York', state: 'NY', postalCode: '10001' }
  must(session, 'order:upload', place.id)
  return { owner: here, location: here }
}
