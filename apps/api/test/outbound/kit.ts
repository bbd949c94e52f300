import type { SampleParty } from '@seriatim/epcis'
import type { TestDb, TestUser } from '../harness.ts'
import { newParty, type TestCustomer } from '../make.ts'

type Calls = ReturnType<TestDb['as']>['shipment']
type New = Parameters<Calls['createOne']>[0]

export interface TestReceiver {
  id: number
  party: SampleParty
  addressId: number
}

/** Returns helpers with which shipment tests act for a customer, by default as its lead, who administers the main location. */
export function makeShipmentKit(t: TestDb, c: TestCustomer) {
  const calls = (user: TestUser = c.lead): Calls => t.as(user).shipment
  const placeOf = ({ gln, sgln }: { gln: string; sgln: string }) => ({ gln, sgln })

  /** Adds a trading partner in Kentucky with the name, GLN and address of `party`, and with a license that covers today unless `license` is false. */
  async function addReceiver(
    party: SampleParty = newParty('Harbor Pharmacy'),
    license: { validTo?: string } | false = {},
  ): Promise<TestReceiver> {
    const partners = t.as(c.admin).tradingPartner
    const [state] = await t.query<{ id: number }>("select id::int from state where code = 'KY'")
    const { location } = party
    const partner = await partners.createOne({
      customerLocationId: c.main.id,
      name: location.name,
      type: 'both',
      business: 'dispenser',
      globalLocationNumbers: [location.gln],
      addresses: [
        {
          addressLineOne: location.street,
          city: location.city,
          stateId: state?.id ?? 0,
          postalCode: location.postalCode,
          addressType: 'physical',
        },
      ],
      contacts: [],
    } as never) // the test needs only these fields
    const { id, addresses } = partner as { id: number; addresses: { id: number }[] } // the call returns the partner
    if (license)
      await partners.createOneLicense({
        tradingPartnerId: id,
        kind: 'dispenser',
        number: 'KY-1',
        stateId: state?.id ?? 0,
        validFrom: '2020-01-01',
        ...license,
      })
    return { id, party, addressId: addresses[0]?.id ?? 0 }
  }

  const asked = (to: TestReceiver, more: Partial<New> = {}): New => ({
    purpose: 'sale',
    locationId: c.main.id,
    from: placeOf(c.main.party.location),
    tradingPartnerId: to.id,
    owner: placeOf(to.party.owner),
    shipTo: placeOf(to.party.location),
    addressId: to.addressId,
    ...more,
  })

  return {
    calls,
    asked,
    addReceiver,
    async begin(to: TestReceiver, more: Partial<New> = {}, user?: TestUser): Promise<number> {
      return (await calls(user).createOne(asked(to, more))).id
    },
    scan: (shipmentId: number, code: string, more: Partial<Parameters<Calls['createOneUnit']>[0]> = {}, user?: TestUser) =>
      calls(user).createOneUnit({ shipmentId, code, ...more }),
    /** Scans a code; returns the codes of the reasons that stopped the scan, none if it was accepted. */
    async stops(shipmentId: number, code: string): Promise<string[]> {
      return (await calls().createOneUnit({ shipmentId, code })).stops.map((stop) => stop.code)
    },
    async send(shipmentId: number, more: Partial<Parameters<Calls['updateOneSend']>[0]> = {}): Promise<void> {
      await calls().updateOneSend({ shipmentId, ...more })
      await t.runJobs()
    },
    read: (shipmentId: number) => calls().readOne({ shipmentId }),
    /** The text of a document; undefined if none was created. */
    async textOf(
      shipmentId: number,
      kind: 'letter' | 'epcis' | 'csv' | 'void' | 'voidLetter',
      user?: TestUser,
    ): Promise<string | undefined> {
      const found = (await calls(user).readOne({ shipmentId })).documents.find((one) => one.kind === kind)
      if (!found) return undefined
      const parts: Uint8Array[] = []
      for await (const part of await t.deps.storage.get(c.customerId, found.sha256)) parts.push(part as Uint8Array) // Node's types declare stream chunks as any
      return Buffer.concat(parts).toString('utf8')
    },
  }
}
