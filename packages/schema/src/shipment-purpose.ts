import { z } from 'zod'

interface Purpose {
  name: string
  /** One sentence about what this kind of transfer needs. */
  needs: string
  /** Whether the packages go to a partner or to one of the customer's own locations. */
  to: 'partner' | 'location'
  /**
   * Whether transaction information and statement go along with the shipment. For `need` (a patient need) and `return`, the partner's preference
   * decides.
   */
  ti: 'always' | 'need' | 'return' | 'never'
  /** Fields that must be filled in. */
  asks: readonly ('contact' | 'reason' | 'dueBack')[]
  /** The last step after a shipment of this purpose was sent, such as the settlement of a loan; omitted if there is no such step. */
  ends?: { done: string; ask: string }
  /** Whether a person must confirm that every label can be read and no package is damaged. */
  checksLabels?: true
  /** Whether a shipment for this purpose may be sent only with the partner's return authorization (RMA). */
  needsRma?: true
}

const purpose = (of: Purpose) => of

/** Reasons why packages leave, in the order of the form. */
export const SHIPMENT_PURPOSES = {
  sale: purpose({
    name: 'Sale',
    needs: 'To a pharmacy or wholesaler. The buyer gets the transaction information and statement before the packages or with them.',
    to: 'partner',
    ti: 'always',
    asks: [],
  }),
  need: purpose({
    name: 'Specific patient need',
    needs:
      'To another dispenser for an identified patient, never to refill stock. Record the receiver, a contact and the reason. Transaction information can still be included.',
    to: 'partner',
    ti: 'need',
    asks: ['contact', 'reason'],
  }),
  loan: purpose({
    name: 'Loan',
    needs: 'Treated like a sale, with transaction information and statement. Record when the loan is due back.',
    to: 'partner',
    ti: 'always',
    asks: ['dueBack'],
    ends: { done: 'Settled', ask: 'Settle the loan' },
  }),
  loanReturn: purpose({
    name: 'Return of a loan',
    needs: 'Back to the pharmacy that lent it. Treated like a sale, with transaction information and statement.',
    to: 'partner',
    ti: 'always',
    asks: [],
  }),
  return: purpose({
    name: 'Return to the seller',
    needs: 'Packages that can be sold again, only to the partner that sold them to you, with its return authorization.',
    to: 'partner',
    ti: 'return',
    asks: [],
    ends: { done: 'Credited', ask: 'Record the credit' },
    needsRma: true,
    checksLabels: true,
  }),
  nonsaleable: purpose({
    name: 'Nonsaleable return',
    needs:
      'Damaged, expired or recalled packages that go to the manufacturer, the wholesaler or a returns processor. No transaction information is needed; the return is recorded.',
    to: 'partner',
    ti: 'return',
    asks: ['reason'],
    ends: { done: 'Credited', ask: 'Record the credit' },
  }),
  donation: purpose({
    name: 'Donation',
    needs: 'Treated like a sale: the receiver must be licensed, and gets transaction information and statement.',
    to: 'partner',
    ti: 'always',
    asks: [],
  }),
  own: purpose({
    name: 'To another of your locations',
    needs: 'The owner stays the same, so no transaction information is needed. A custody note records what moved.',
    to: 'location',
    ti: 'never',
    asks: [],
  }),
  emergency: purpose({
    name: 'Emergency',
    needs: 'For an emergency medical reason, such as a declared emergency. Record the reason and a contact, and keep the evidence.',
    to: 'partner',
    ti: 'need',
    asks: ['contact', 'reason'],
  }),
  destruction: purpose({
    name: 'Destruction',
    needs: 'To the company that destroys the product. Record the reason; the certificate of destruction belongs in your files.',
    to: 'partner',
    ti: 'never',
    asks: ['reason'],
  }),
} as const
export type ShipmentPurpose = keyof typeof SHIPMENT_PURPOSES
export const shipmentPurpose = z.enum(Object.keys(SHIPMENT_PURPOSES) as [ShipmentPurpose, ...ShipmentPurpose[]]) // Object.keys() returns string[]

export const purposeOf = (key: ShipmentPurpose): Purpose => SHIPMENT_PURPOSES[key]
