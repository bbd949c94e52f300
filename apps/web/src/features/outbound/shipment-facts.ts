import { GUIDELINES, SHIPMENT_PURPOSES, type Shipment } from '@seriatim/schema'
import type { Fact } from '../../ui/list/facts.tsx'
import { formatDate, formatMoney } from '../../ui/text/format.ts'

/** The facts of a shipment, such as receiver and purpose. */
export function factsOf(shipment: Shipment): Fact[] {
  const { purpose, toName, receiver, sender, licenseWords, purchaseOrder, rma, contact, reason, dueBack, withTi, guideline, back, meds } =
    shipment
  const { approvedBy, valueCents, labelsCheckedBy, state } = shipment
  const { location: shipTo } = receiver
  return [
    { label: 'Purpose', value: SHIPMENT_PURPOSES[purpose].name },
    { label: 'To', value: toName, sub: licenseWords },
    { label: 'Ship-to', value: `${shipTo.street}, ${shipTo.city}, ${shipTo.state} ${shipTo.postalCode}`, sub: `GLN ${shipTo.gln}` },
    { label: 'From', value: sender.location.name, sub: `GLN ${sender.location.gln}` },
    {
      label: 'Transaction information',
      value: withTi ? 'Included, with the transaction statement' : 'None',
      sub: withTi ? GUIDELINES[guideline] : undefined,
    },
    ...(purchaseOrder ? [{ label: 'Purchase order', value: purchaseOrder }] : []),
    ...(rma ? [{ label: 'Return authorization', value: rma }] : []),
    ...(dueBack
      ? [{ label: 'Due back', value: formatDate(dueBack), sub: state === 'draft' ? undefined : `${back} of ${meds} returned` }]
      : []),
    ...(contact ? [{ label: 'Contact', value: contact }] : []),
    ...(valueCents === null ? [] : [{ label: 'Value', value: formatMoney(valueCents / 100) }]),
    ...(labelsCheckedBy ? [{ label: 'Labels checked by', value: labelsCheckedBy }] : []),
    ...(approvedBy ? [{ label: 'Approved by', value: approvedBy }] : []),
    ...(reason ? [{ label: 'Reason', value: reason }] : []),
  ]
}
