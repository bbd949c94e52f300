import type { IncidentForm } from '@seriatim/schema'
import { type Html, html } from '../../../print/html.ts'
import type { Sheet } from '../../../print/sheet.ts'

/** Editions of the form. The 2025 edition inserts the location of the incident as item 3, so all later item numbers increase by one. */
export const FORM_VERSIONS = ['2015', '2025'] as const
export type FormVersion = (typeof FORM_VERSIONS)[number]
/** The edition in which the form is printed now. It is stored with each report. */
export const FORM_VERSION: FormVersion = '2015'

export const formName = (reportId: number | null): string => `form-3911${reportId === null ? '' : `-${reportId}`}.pdf`

const REPORT_TYPES = { INITIAL: 'Initial notification', FOLLOWUP: 'Follow-up notification', TERMINATE: 'Request for termination' } as const

interface Item {
  label: string
  value: string
  /** Width of the field in columns; a row of the form has twelve. */
  width: 3 | 4 | 6 | 8 | 9 | 12
  isCode?: boolean
  /** Number of characters that fit into the item's field; a longer value is printed on a separate page. */
  room?: number
}

interface Block {
  title: string
  items: Item[]
}

/**
 * The notification in our own layout, with the item numbers of Form FDA 3911. It states that no FDA system made it.
 *
 * @see FDA, Instructions for Completion of Form FDA 3911; 21 U.S.C. 360eee-1.
 */
export function incidentSheet(form: IncidentForm, version: FormVersion, brand: string): Sheet {
  const blocks = makeBlocks(form, version)
  let number = 0
  const further: { number: number; label: string; value: string }[] = []
  const cell = ({ label, value, width, isCode, room = 100 }: Item): Html => {
    number += 1
    const isLong = value.length > room || value.split('\n').length > Math.max(3, room / 80)
    if (isLong) further.push({ number, label, value })
    const shown = isLong
      ? html`<span class="see">See the continuation of item ${number}</span>`
      : value || html`<span class="open">–</span>`
    return html`<div class="w${width}"><dt>${number}. ${label}</dt><dd class="${isCode && !isLong ? 'code' : ''}">${shown}</dd></div>`
  }
  const drawn = blocks.map(({ title, items }) => html`<section><h2>${title}</h2><dl class="items">${items.map(cell)}</dl></section>`)
  const pages = further.map(
    (item) =>
      html`<section class="further"><h2>Continuation of item ${item.number}: ${item.label}</h2><p class="long">${item.value}</p></section>`,
  )
  return {
    kind: 'Form FDA 3911',
    title: 'Drug Notification',
    footer: `Form FDA 3911 (edition ${version}), prepared with ${brand}, which is not an FDA system`,
    body: html`<p class="note">Prepared with ${brand}, which is not an FDA system. This form reaches the FDA only when it is sent: by email, or through the 3911 platform of CDER NextGen. A report that began by email continues by email.</p>${drawn}${pages}`,
    css: STYLE,
  }
}

function makeBlocks(form: IncidentForm, version: FormVersion): Block[] {
  const place: Item[] = version === '2025' ? [{ label: 'Geographic location of incident', value: form.geographicLocation, width: 12 }] : []
  return [
    {
      title: 'Report',
      items: [
        { label: 'Type of report', value: REPORT_TYPES[form.reportType], width: 6 },
        { label: 'Incident number (given by the FDA)', value: form.incidentNumber, width: 6, isCode: true },
        ...place,
        { label: 'Date of initial notification', value: day(form.initialNotificationDate), width: 4 },
        { label: 'Date company determined product was illegitimate', value: found(form), width: 4 },
        { label: 'Classification of notification', value: sentence(form.classification), width: 4 },
      ],
    },
    {
      title: 'Description of product',
      items: [
        { label: 'Name of product as it appears on label', value: form.nameOfProduct, width: 6, room: 300 },
        { label: 'Primary ingredient(s), if known', value: form.primaryIngredients, width: 6, room: 300 },
        { label: 'Drug use', value: sentence(form.use), width: 4 },
        { label: 'Drug description', value: sentence(form.description), width: 8 },
        { label: 'Strength of drug', value: form.strength, width: 4 },
        { label: 'Dosage form', value: sentence(form.dosageForm), width: 4 },
        { label: 'Quantity of drug (number and unit)', value: form.quantity, width: 4 },
        { label: 'NDC number, if applicable', value: form.ndc, width: 4, isCode: true },
        { label: 'Serial number(s), if applicable', value: form.serialNumber, width: 8, isCode: true, room: 220 },
        { label: 'Lot number(s)', value: form.lotNumber, width: 6, isCode: true, room: 160 },
        { label: 'Expiration date(s)', value: days(form.expiration), width: 6, room: 160 },
      ],
    },
    {
      title: 'Event',
      items: [
        { label: 'For notification: description of event or issue', value: form.eventNotes, width: 12, room: 1200 },
        {
          label: 'For request for termination: why notification is no longer necessary',
          value: form.terminationNotes,
          width: 12,
          room: 1200,
        },
        { label: 'Information submitted through an alternative mechanism', value: mechanisms(form), width: 12, room: 400 },
      ],
    },
    {
      title: 'Company or facility',
      items: [
        { label: 'Company name and address', value: address(form), width: 12, room: 900 },
        { label: 'Company category', value: sentence(form.companyCategory), width: 6 },
        { label: 'Unique facility identifier', value: form.uniqueFacilityIdentifier, width: 6, isCode: true },
        { label: 'Contact: name, telephone, email', value: contact(form), width: 12, room: 700 },
      ],
    },
  ]
}

function mechanisms(form: IncidentForm): string {
  const ticked = [
    form.bpdr && 'BPDR',
    form.medWatch3500 && 'MedWatch 3500',
    form.none && 'None',
    form.far && 'FAR',
    form.medWatch3500a && 'MedWatch 3500A',
    form.other && `Other: ${form.otherSpecify}`,
  ]
  return ticked.filter(Boolean).join('; ')
}

function address(form: IncidentForm): string {
  const town = [form.city, form.state, form.zip].filter(Boolean).join(' ')
  return [form.companyName, form.addressLineOne, form.addressLineTwo, town, form.country].filter(Boolean).join('\n')
}

function contact({ contactName, contactPhone, contactEmail }: IncidentForm): string {
  return [contactName, contactPhone, contactEmail].filter(Boolean).join('\n')
}

function found({ productFoundDate, productFoundTime }: IncidentForm): string {
  return [day(productFoundDate), productFoundTime].filter(Boolean).join(' ')
}

/** `2026-09-16` -> `09/16/2026`; any other text stays as it is. */
function day(iso: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso) ?? []
  return year ? `${month}/${date}/${year}` : iso
}

const days = (text: string): string => text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, day)

/** `FINISHED PRESCRIPTION DRUG` -> `Finished prescription drug`. */
function sentence(option: string): string {
  return option.charAt(0) + option.slice(1).toLowerCase()
}

const STYLE = `
section{margin-bottom:9pt}
section h2{margin:0;padding:3pt 6pt;background:#1a1916;color:#fff;font-size:9.5pt}
.items{display:grid;grid-template-columns:repeat(12,1fr);margin:0;border-left:.75pt solid #53514b;border-top:.75pt solid #53514b}
.items div{border-right:.75pt solid #53514b;border-bottom:.75pt solid #53514b;padding:3pt 6pt;break-inside:avoid;min-height:26pt}
.w3{grid-column:span 3}.w4{grid-column:span 4}.w6{grid-column:span 6}.w8{grid-column:span 8}.w9{grid-column:span 9}.w12{grid-column:span 12}
.items dd{font-weight:550}
.see{color:#005e5c;font-weight:550}
.open{color:#53514b;font-weight:400}
.further{break-before:page}
.long{white-space:pre-wrap;overflow-wrap:anywhere;padding:6pt 0}
`
