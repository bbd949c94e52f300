import { Box } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { writeFullName } from '@seriatim/schema'
import type { Outputs } from '../../../api/trpc.ts'
import type { Fact } from '../../../ui/list/facts.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { formatLongDate, formatLongDateTime, localDay, untilWords } from '../../../ui/text/format.ts'

export type Pedigree = Outputs['med']['readOneById']
export type Attachment = Pedigree['attachments'][number]

/** A product's name, followed by its strength unless the name includes the strength. */
export function withStrength(name: string | null, strength: string | null): string {
  if (!name) return 'Product not named'
  return !strength || name.toLowerCase().includes(strength.toLowerCase()) ? name : `${name} ${strength}`
}

/** Facts about the med, in the sequence that the documentation gives. */
export function listMedFacts(pedigree: Pedigree): Fact[] {
  const { med, redbookDetail, customer, customerLocation, goodsOwner, strengthDescription, dosageFormType, netContentDescription } =
    pedigree
  const { globalLocationNumber: gln } = customerLocation
  const form = [strengthDescription, dosageFormType, netContentDescription].filter(Boolean).join(', ')
  const copied = (value: string | null, what: string, groups: string[]) => (value ? <Code groups={groups} copy={what} wraps /> : '–')
  return [
    { label: 'Serial number', value: copied(med.serialNumber, 'serial number', groupCode('serial', med.serialNumber)) },
    { label: 'GTIN', value: copied(med.gtin, 'GTIN', groupCode('gtin', med.gtin ?? '')) },
    { label: 'NDC', value: copied(med.ndc, 'NDC', [med.ndc ?? '']) },
    { label: 'Med name', value: redbookDetail.medName, sub: form },
    { label: 'Manufacturer', value: redbookDetail.manufacturerName },
    { label: 'Lot', value: copied(med.lotNumber, 'lot', [med.lotNumber ?? '']) },
    { label: 'Expiration', value: <Expiration day={med.expirationDate} /> },
    { label: 'Record created', value: formatLongDateTime(med.timeStamp) },
    createdBy(pedigree),
    { label: 'Organization', value: customer.name },
    {
      label: 'Location',
      value: customerLocation.name,
      sub: gln ? <>GLN {copied(gln, 'GLN', groupCode('gln', gln))}</> : undefined,
    },
    ...(goodsOwner ? [{ label: 'Owned by', value: goodsOwner.name }] : []),
  ]
}

function Expiration({ day }: { day: string | null }) {
  if (!day) return '–'
  const today = localDay(new Date())
  return (
    <>
      {formatLongDate(day)}{' '}
      <Box component="span" c={day < today ? 'var(--stop-text)' : 'var(--ink-3)'}>
        {untilWords(day, today)}
      </Box>
    </>
  )
}

/** Who or what created the med: a person, or the file that it came from, with the person who imported it on a second line. */
function createdBy({ createdBy: person, isEpcisGenerated, orders }: Pedigree): Fact {
  const label = 'Created by'
  if (!isEpcisGenerated) return { label, value: person && writeFullName(person) }
  const first = orders.at(-1)
  const sender = first?.senderNames[0]
  const po = first?.purchaseOrderNumbers[0]
  const sub = [po && `PO ${po}`, person && `imported by ${writeFullName(person)}`].filter(Boolean).join(', ')
  return {
    label,
    value: sender ? `${sender}’s file` : 'A file',
    sub: sub ? sub.charAt(0).toUpperCase() + sub.slice(1) : undefined,
  }
}
