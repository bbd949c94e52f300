import { INCIDENT_OPTIONS, type IncidentField, type IncidentForm } from '@seriatim/schema'

/** A field of the form as the page shows it. */
export interface FormItem {
  field: IncidentField
  label: string
  /** How many of the form's six columns the field spans. With `half`, it spans three of them on a phone. */
  width: 2 | 3 | 4 | 6
  half?: boolean
  /** `expiry`: days or months, several separated by commas. */
  kind: 'text' | 'code' | 'day' | 'expiry' | 'time' | 'choice' | 'mail'
  hint?: string
}

export interface FormSection {
  title: string
  items: readonly FormItem[]
}

const item = (
  field: IncidentField,
  label: string,
  width: FormItem['width'],
  kind: FormItem['kind'] = 'text',
  more: Partial<FormItem> = {},
) => ({ field, label, width, kind, ...more }) satisfies FormItem
const half = { half: true }

export const REPORT: FormSection = {
  title: 'Report',
  items: [
    item('reportType', 'Type of report', 2, 'choice'),
    item('incidentNumber', 'Incident number', 4, 'code', { hint: 'The FDA assigns the number after the first report.' }),
    item('initialNotificationDate', 'Initial notification date', 2, 'day', half),
    item('productFoundDate', 'Determined illegitimate on', 2, 'day', half),
    item('productFoundTime', 'Time', 2, 'time', half),
    item('classification', 'Classification', 4, 'choice'),
  ],
}

export const PRODUCT: FormSection = {
  title: 'Product',
  items: [
    item('nameOfProduct', 'Name of product', 3),
    item('primaryIngredients', 'Primary ingredients', 3),
    item('use', 'Use', 2, 'choice'),
    item('description', 'Description', 4, 'choice'),
    item('strength', 'Strength', 2, 'text', half),
    item('dosageForm', 'Dosage form', 2, 'choice', half),
    item('quantity', 'Quantity', 2, 'text', { hint: 'Number and unit' }),
    item('ndc', 'NDC', 2, 'code', half),
    item('lotNumber', 'Lot number', 2, 'code', half),
    item('expiration', 'Expiration', 2, 'expiry'),
    item('serialNumber', 'Serial numbers', 6, 'code', { hint: 'Separate multiple numbers with commas.' }),
  ],
}

export const COMPANY: FormSection = {
  title: 'Company',
  items: [
    item('companyName', 'Company name', 3),
    item('companyCategory', 'Company category', 3, 'choice'),
    item('addressLineOne', 'Address line one', 3),
    item('addressLineTwo', 'Address line two', 3),
    item('city', 'City', 2, 'text', half),
    item('state', 'State', 2, 'text', half),
    item('zip', 'ZIP', 2, 'text', half),
    item('country', 'Country', 3, 'text'),
    item('uniqueFacilityIdentifier', 'Unique facility identifier', 3, 'code', { hint: 'DUNS number, nine digits, or GLN' }),
    item('contactName', 'Contact name', 2),
    item('contactPhone', 'Contact phone', 2),
    item('contactEmail', 'Contact email', 2, 'mail', { hint: 'The FDA sends its answer here.' }),
  ],
}

/** The choices of a field as in `INCIDENT_OPTIONS`; empty for a field without choices. */
export function makeChoices(field: IncidentField): readonly string[] {
  return field in INCIDENT_OPTIONS ? INCIDENT_OPTIONS[field as keyof typeof INCIDENT_OPTIONS] : []
}

export const MECHANISMS = [
  ['bpdr', 'BPDR'],
  ['medWatch3500', 'MedWatch 3500'],
  ['none', 'None'],
  ['far', 'FAR'],
  ['medWatch3500a', 'MedWatch 3500A'],
  ['other', 'Other'],
] as const satisfies readonly (readonly [IncidentField, string])[]

/**
 * Toggles a checkbox. Checking None clears all other boxes and their texts, checking any other box clears None, and unchecking Other clears its text
 * (P1 §5).
 */
export function toggleItem(form: IncidentForm, field: (typeof MECHANISMS)[number][0], on: boolean): IncidentForm {
  if (field === 'none' && on) {
    return { ...form, none: true, bpdr: false, medWatch3500: false, far: false, medWatch3500a: false, other: false, otherSpecify: '' }
  }
  const next = { ...form, [field]: on, ...(on ? { none: false } : {}) }
  return next.other ? next : { ...next, otherSpecify: '' }
}
