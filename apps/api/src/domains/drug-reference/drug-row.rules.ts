import { ndc12Forms } from '@seriatim/gs1'

/** Data of a product in the drug directory. A package's row has the same data and its NDC. */
export interface DrugProduct {
  medName: string
  genericName: string | null
  manufacturerName: string
  dosageForm: string | null
  strength: string | null
}

export interface DrugRow extends DrugProduct {
  /** The NDC in twelve digits, 6-4-2. */
  ndc12: string
  /** The NDC in the FDA's notation. */
  ndc: string
  packageDescription: string | null
}

/** Reads a package code: `ndc` as written, `ndc12` as in the drug reference. Null if the code does not identify exactly one package. */
export function packageCode(text: unknown): { ndc: string; ndc12: string } | null {
  if (typeof text !== 'string') return null
  const ndc = text.trim()
  const [ndc12, ...others] = ndc12Forms(ndc)
  return ndc12 === undefined || others.length > 0 ? null : { ndc, ndc12 }
}

const NAME_MAX = 300
const TEXT_MAX = 1000

/** Returns one line without control characters; null if nothing is left. */
export function toPlainText(text: unknown, length = TEXT_MAX): string | null {
  if (typeof text !== 'string') return null
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
  const clean = text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim()
  return clean === '' ? null : clean.slice(0, length)
}

interface OpenFdaEntry {
  brand_name?: unknown
  brand_name_suffix?: unknown
  generic_name?: unknown
  labeler_name?: unknown
  dosage_form?: unknown
  active_ingredients?: { strength?: unknown }[]
  packaging?: { package_ndc?: unknown; description?: unknown }[]
}

/** Reads the packages of one entry in openFDA's `drug/ndc` file. `unusable` counts packages that could not be read. */
export function parseOpenFdaEntry(entry: unknown): { rows: DrugRow[]; unusable: number } {
  const drug = (entry ?? {}) as OpenFdaEntry // every field is validated before use
  const packages = Array.isArray(drug.packaging) ? drug.packaging : []
  const strengths = Array.isArray(drug.active_ingredients) ? drug.active_ingredients.map((one) => toPlainText(one?.strength)) : []
  const product = findProduct({
    name: toPlainText(drug.brand_name, NAME_MAX),
    suffix: toPlainText(drug.brand_name_suffix, NAME_MAX),
    generic: toPlainText(drug.generic_name, NAME_MAX),
    labeler: toPlainText(drug.labeler_name, NAME_MAX),
    dosageForm: toPlainText(drug.dosage_form),
    strengths,
  })
  const rows = packages.flatMap((one) => {
    const code = packageCode(one?.package_ndc)
    return code && product ? [{ ...product, ...code, packageDescription: toPlainText(one.description) }] : []
  })
  return { rows, unusable: packages.length - rows.length }
}

/** Reads a row of the FDA's product.txt by column name. */
export function makeProduct(column: (name: string) => string): DrugProduct | null {
  const units = column('ACTIVE_INGRED_UNIT').split(';')
  const amounts = column('ACTIVE_NUMERATOR_STRENGTH').split(';')
  return findProduct({
    name: toPlainText(column('PROPRIETARYNAME'), NAME_MAX),
    suffix: toPlainText(column('PROPRIETARYNAMESUFFIX'), NAME_MAX),
    generic: toPlainText(column('NONPROPRIETARYNAME'), NAME_MAX),
    labeler: toPlainText(column('LABELERNAME'), NAME_MAX),
    dosageForm: toPlainText(column('DOSAGEFORMNAME')),
    strengths: amounts.map((amount, at) => toPlainText([amount, units[at] ?? ''].join(' '))),
  })
}

/** Returns the product; null without a name or a labeler, because no screen could show such an entry. */
function findProduct(from: {
  name: string | null
  suffix: string | null
  generic: string | null
  labeler: string | null
  dosageForm: string | null
  strengths: (string | null)[]
}): DrugProduct | null {
  const { name, suffix, generic, labeler, dosageForm, strengths } = from
  const isIncluded = suffix !== null && name?.toLowerCase().endsWith(suffix.toLowerCase())
  const medName = name === null ? generic : [name, isIncluded ? null : suffix].filter(Boolean).join(' ')
  if (medName === null || labeler === null) return null
  const strength = strengths.filter((one) => one !== null).join('; ')
  return {
    medName,
    genericName: generic?.toLowerCase() === medName.toLowerCase() ? null : generic,
    manufacturerName: labeler,
    dosageForm,
    strength: strength === '' ? null : strength.slice(0, TEXT_MAX),
  }
}
