import { businessDocumentNumber } from './business-document.ts'
import type { DocumentFacts, DocumentWarning, EpcisEvent, Header, ShipmentEnd, TypedValue } from './facts.ts'
import { dropShipmentOf, GuidelineFacts } from './guideline-facts.ts'
import { readPartyId } from './locations.ts'
import { Shipments } from './restatements.ts'

export class FactCollector {
  schemaVersion: string | null = null
  creationDate: string | null = null
  guidelineVersion: string | null = null
  transactionStatement = false
  legalNotice: string | null = null
  header: Header | null = null
  eventCount = 0
  warnings: readonly DocumentWarning[] = []
  readonly guideline = new GuidelineFacts()
  readonly shipments = new Shipments()
  private readonly numbers = { po: new Set<string>(), inv: new Set<string>(), desadv: new Set<string>() }
  private shipFrom: ShipmentEnd | null = null
  private shipTo: ShipmentEnd | null = null
  private readonly destinations = new Set<string>()

  add(event: EpcisEvent): void {
    for (const { type, value } of event.bizTransactions) {
      const set = type === 'po' || type === 'inv' || type === 'desadv' ? this.numbers[type] : null
      const number = businessDocumentNumber(value)
      if (number !== '') set?.add(number)
    }
    this.guideline.endEvent(event.number, event.bizStep === 'shipping')
    if (event.bizStep !== 'shipping') return
    if (event.sources.length > 0) this.shipFrom ??= shipmentEnd(event.sources)
    if (event.destinations.length > 0) this.shipTo ??= shipmentEnd(event.destinations)
    for (const { value } of event.destinations) {
      const gln = readPartyId(value)?.gln ?? null
      if (gln !== null) this.destinations.add(gln)
    }
  }

  /** The facts about shipments on which warnings are based: whether this is a drop shipment, and which shipments are stated again. */
  get shipmentNotes() {
    return { dropShipment: dropShipmentOf(this.guideline.list), restatements: this.shipments.restatements }
  }

  facts(): DocumentFacts {
    const guidelineFacts = this.guideline.list
    const none: ShipmentEnd = { gln: null, owningGln: null }
    return {
      schemaVersion: this.schemaVersion,
      creationDate: this.creationDate,
      guidelineVersion: this.guidelineVersion,
      transactionStatement: this.transactionStatement,
      legalNotice: this.legalNotice,
      header: this.header,
      eventCount: this.eventCount,
      purchaseOrders: [...this.numbers.po],
      invoices: [...this.numbers.inv],
      despatchAdvices: [...this.numbers.desadv],
      shipFrom: this.shipFrom ?? none,
      shipTo: this.shipTo ?? none,
      shipToAll: [...this.destinations],
      dropShipment: dropShipmentOf(guidelineFacts),
      guidelineFacts,
      restatements: this.shipments.restatements,
      warnings: this.warnings,
    }
  }
}

/** Location and owner in a list of sources or destinations. */
export function shipmentEnd(entries: readonly TypedValue[]): ShipmentEnd {
  const pickGln = (type: string) => {
    const entry = entries.find((candidate) => candidate.type === type)
    return entry === undefined ? null : (readPartyId(entry.value)?.gln ?? null)
  }
  return { gln: pickGln('location'), owningGln: pickGln('owning_party') }
}
