import { type NewShipment, purposeOf, type ShipmentChoices, type ShipmentPartner, shipmentPurpose } from '@seriatim/schema'
import { z } from 'zod'
import { dollarsField, toCents } from '../value-field.tsx'

const SGLN = /^urn:epc:id:sgln:[0-9]{6,12}\.[0-9]{0,6}\.[!-~]{1,60}$/
const sgln = z.string().trim().regex(SGLN, 'An SGLN looks like urn:epc:id:sgln:0345678.00001.0.')

const ASKS = {
  contact: 'Enter a contact at the receiver.',
  reason: 'Enter the reason.',
  dueBack: 'Enter the date.',
} as const

/** The form as a person fills it in. `from`, `owner` and `shipTo` are the SGLNs of `fromGln`, `ownerGln` and `shipToGln`. */
export const newShipmentShape = z
  .object({
    purpose: shipmentPurpose,
    locationId: z.string().min(1, 'Choose the sending location.'),
    fromGln: z.string().min(1, 'Choose the GLN of the location.'),
    from: sgln,
    goodsOwner: z.union([sgln, z.literal('')]),
    tradingPartnerId: z.string(),
    toLocationId: z.string(),
    addressId: z.string(),
    ownerGln: z.string(),
    owner: z.union([sgln, z.literal('')]),
    shipToGln: z.string().min(1, 'Choose the ship-to GLN.'),
    shipTo: sgln,
    purchaseOrder: z.string().trim().max(60),
    rma: z.string().trim().max(60),
    contact: z.string().trim().max(200),
    reason: z.string().trim().max(500),
    dueBack: z.string(),
    dollars: dollarsField,
  })
  .superRefine((values, { addIssue }) => {
    const { to, asks } = purposeOf(values.purpose)
    const need = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message })
    if (to === 'location' && !values.toLocationId) need('toLocationId', 'Choose the receiving location.')
    if (to === 'partner') {
      if (!values.tradingPartnerId) need('tradingPartnerId', 'Choose the partner.')
      if (!values.addressId) need('addressId', 'Choose the address.')
      if (!values.ownerGln) need('ownerGln', 'Choose the GLN of the company.')
      if (!values.owner) need('owner', 'Enter the SGLN.')
    }
    for (const field of asks) if (!values[field]) need(field, ASKS[field])
  })
export type NewShipmentValues = z.input<typeof newShipmentShape>

export const EMPTY: NewShipmentValues = {
  purpose: 'sale',
  locationId: '',
  fromGln: '',
  from: '',
  goodsOwner: '',
  tradingPartnerId: '',
  toLocationId: '',
  addressId: '',
  ownerGln: '',
  owner: '',
  shipToGln: '',
  shipTo: '',
  purchaseOrder: '',
  rma: '',
  contact: '',
  reason: '',
  dueBack: '',
  dollars: '',
}

/** Converts the form's values to the input of the call that creates the shipment. */
export function toNewShipment(values: z.output<typeof newShipmentShape>): NewShipment {
  const isOwn = purposeOf(values.purpose).to === 'location'
  const shipTo = { gln: values.shipToGln, sgln: values.shipTo }
  return {
    purpose: values.purpose,
    locationId: Number(values.locationId),
    from: { gln: values.fromGln, sgln: values.from },
    goodsOwner: values.goodsOwner || null,
    tradingPartnerId: isOwn ? null : Number(values.tradingPartnerId),
    toLocationId: isOwn ? Number(values.toLocationId) : null,
    owner: isOwn ? shipTo : { gln: values.ownerGln, sgln: values.owner },
    shipTo,
    addressId: isOwn ? null : Number(values.addressId),
    purchaseOrder: values.purchaseOrder || null,
    rma: values.rma || null,
    contact: values.contact || null,
    reason: values.reason || null,
    dueBack: values.dueBack || null,
    valueCents: toCents(values.dollars),
  }
}

type Filled = Partial<NewShipmentValues>
type Place = ShipmentChoices['locations'][number]

/**
 * Fills in form fields from the sending location: the location's first GLN with the SGLN of that GLN, and the SGLN of the company that owns the
 * location's goods. Fields without data become empty.
 */
export function fillLocation(place: Place | undefined): Filled {
  const [first] = place?.glns ?? []
  return {
    locationId: place ? String(place.id) : '',
    fromGln: first?.gln ?? '',
    from: first?.sgln ?? '',
    goodsOwner: place?.owner?.sgln ?? '',
  }
}

/** Form fields filled in from a receiving location. */
export function fillToLocation(place: Place | undefined): Filled {
  const [first] = place?.glns ?? []
  return { toLocationId: place ? String(place.id) : '', shipToGln: first?.gln ?? '', shipTo: first?.sgln ?? '' }
}

/** Form fields filled in from a partner: its first GLN as owner and ship-to, and its first address. */
export function fillPartner(partner: ShipmentPartner): Filled {
  const [first] = partner.glns
  const [address] = partner.addresses
  const place = { gln: first?.gln ?? '', sgln: first?.sgln ?? '' }
  return {
    ownerGln: place.gln,
    owner: place.sgln,
    shipToGln: place.gln,
    shipTo: place.sgln,
    addressId: address ? String(address.id) : '',
  }
}
