import type { EventCheck } from './event-check.ts'
import type { LocationEntry, MedEntry } from './facts.ts'
import { isWebAddress, type LocationId, readLocationId, readPartyId } from './locations.ts'
import type { Products } from './products.ts'
import { child } from './tree.ts'
import type { Units } from './units.ts'

/** The caller's own data about locations and products, besides the document. */
export interface OnFile {
  /** GLNs, 13 digits. */
  readonly knownGlns?: ReadonlySet<string>
  /** GTINs (14 digits) of the products on file. */
  readonly knownGtins?: ReadonlySet<string>
}

const MOST_PARTIES = 1000
/** Maximum number of distinct locations and products whose lookup is postponed until the master data has been read, which may follow the events. */
const MAX_PENDING = 100_000

/** Rules 29 to 31: compares the locations and products in the events with the master data. */
export class MasterDataCheck {
  /**
   * Whether any event has mentioned a location (`namesLocations`) or a product (`namesMeds`). If so, rules 10 and 11 require master data about it.
   */
  namesLocations = false
  namesMeds = false
  locations = 0
  meds = 0
  private readonly locationKeys = new Set<string>()
  private readonly gtins = new Set<string>()
  private readonly entries = new Map<string, string>()
  private readonly reported = new Set<string>()
  private checkedProducts = 0
  private readonly parties = new Map<string, LocationId | null>()
  /** Whether all master data has been read; in JSON it may follow the events. */
  private isComplete = false
  private readonly pending: (() => void)[] = []
  private readonly onFile: OnFile

  constructor(onFile: OnFile) {
    this.onFile = onFile
  }

  /** Whether all master data has been read. Until then, lookups are postponed, and {@link complete} makes them. */
  get isReady(): boolean {
    return this.isComplete
  }

  /** Called when all master data has been read: makes the lookups that were postponed until then. */
  complete(): void {
    this.isComplete = true
    for (const lookUp of this.pending.splice(0)) lookUp()
  }

  /** @returns false if an earlier entry with this id had different contents. */
  addLocation(entry: LocationEntry): boolean {
    this.locations += 1
    const id = readLocationId(entry.id)
    if (id !== null) this.locationKeys.add(id.key)
    if (id?.gln) this.locationKeys.add(id.gln) // an owner that is written as PGLN is looked up by this GLN
    return this.agrees(entry)
  }

  /** @returns false if an earlier entry with this id had different contents. */
  addMed(entry: MedEntry): boolean {
    this.meds += 1
    if (entry.gtin !== null) this.gtins.add(entry.gtin)
    return this.agrees(entry)
  }

  private agrees(entry: LocationEntry | MedEntry): boolean {
    const content = JSON.stringify(entry)
    const earlier = this.entries.get(entry.id)
    this.entries.set(entry.id, content)
    return entry.id === '' || earlier === undefined || earlier === content
  }

  check(check: EventCheck, units: Units): void {
    this.checkReadPoint(check)
    this.checkLocations(check)
    this.checkMeds(check, units)
  }

  private checkReadPoint(check: EventCheck): void {
    const { readPoint, bizStep, sources } = check.facts
    if (readPoint === null) return
    const node = child(child(check.parts.node, 'readPoint'), 'id')
    const place = readLocationId(readPoint)
    if (place === null) {
      const message = 'The read point is not a valid SGLN.'
      const hint = 'The sender must write the place as urn:epc:id:sgln:….'
      check.report('InvalidEventReadPointError', 'readPoint/id', { message, hint, value: readPoint }, node)
      return
    }
    if (!check.is20 && isWebAddress(readPoint)) {
      const message = 'The read point is written as a web address, which EPCIS 1.x does not allow.'
      const hint = 'The sender should write the place as urn:epc:id:sgln:…; the document can be used.'
      check.report('InvalidEventReadPointError', 'readPoint/id', { message, hint, value: readPoint, severity: 'warn' }, node)
      return
    }
    if (bizStep !== 'shipping') return
    const glns = sources.filter((source) => source.type === 'location').map((source) => readLocationId(source.value)?.gln ?? null)
    if (place.gln === null || glns.length === 0 || glns.includes(place.gln) || glns.includes(null)) return
    const message = 'The goods were shipped from a place other than the source location of the shipment.'
    const hint = 'The sender should check its read point; the document can be used.'
    check.report('InvalidEventReadPointError', 'readPoint/id', { message, hint, value: readPoint, severity: 'warn' }, node)
  }

  private checkLocations(check: EventCheck): void {
    const { readPoint, bizLocation, sources, destinations } = check.facts
    this.checkLocation(check, readPoint, 'readPoint/id')
    this.checkLocation(check, bizLocation, 'bizLocation/id')
    for (const source of sources) this.checkLocation(check, source.value, check.extensionPath('sourceList/source'))
    for (const destination of destinations) this.checkLocation(check, destination.value, check.extensionPath('destinationList/destination'))
  }

  private checkLocation(check: EventCheck, value: string | null, path: string): void {
    if (value === null) return
    const id = this.party(value)
    if (id === null || this.reported.has(id.key)) return
    this.namesLocations = true
    this.reported.add(id.key)
    const report = check.reporter('UnknownLocationError', path, child(check.parts.node, path.split('/')[0] ?? ''))
    this.whenComplete(() => {
      const isKnown = this.locationKeys.has(id.key) || (id.gln !== null && (this.onFile.knownGlns?.has(id.gln) ?? false))
      if (this.locations === 0 || isKnown) return
      const message = 'The document gives no name or address for a location that it uses.'
      report({ message, hint: 'The sender should add it to the location master data; the document can be used.', value })
    })
  }

  private whenComplete(lookUp: () => void): void {
    if (this.isComplete) lookUp()
    else if (this.pending.length < MAX_PENDING) this.pending.push(lookUp)
  }

  /** Reads a party's id. Results are cached, because every event mentions the same few places. */
  private party(value: string): LocationId | null {
    const known = this.parties.get(value)
    if (known !== undefined) return known
    const id = readPartyId(value)
    if (this.parties.size < MOST_PARTIES) this.parties.set(value, id)
    return id
  }

  /**
   * Marks the products that appeared since the last call as checked if the master data describes all of them. Otherwise changes nothing and returns
   * false, because the unknown products must be reported.
   */
  passProducts(products: Products): boolean {
    for (let product = this.checkedProducts; product < products.count; product += 1)
      if (!this.isKnownMed(products.gtin(product))) return false
    this.checkedProducts = products.count
    if (products.count > 0) this.namesMeds = true
    return true
  }

  private isKnownMed(gtin: string): boolean {
    return this.meds === 0 || this.gtins.has(gtin) || (this.onFile.knownGtins?.has(gtin) ?? false)
  }

  private checkMeds(check: EventCheck, units: Units): void {
    const { products } = units
    if (products.count > 0) this.namesMeds = true
    for (; this.checkedProducts < products.count; this.checkedProducts += 1) {
      const gtin = products.gtin(this.checkedProducts)
      if (this.isComplete && this.isKnownMed(gtin)) continue
      const report = check.reporter('UnknownMedError', check.parts.list?.local ?? '', null)
      this.whenComplete(() => {
        if (this.isKnownMed(gtin)) return
        report({
          message: `The document gives no details of the product with GTIN ${gtin}.`,
          hint: 'The sender should add the product to the product master data; until then, look up its name by GTIN.',
          value: gtin,
        })
      })
    }
  }
}
