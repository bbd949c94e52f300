import { sameNdc } from '@seriatim/gs1'
import type { Suggestion } from '../../ui/field/suggest-field.tsx'
import type { Drug } from './use-ndc-lookup.ts'

const SHOWN = 50

const holds = (text: string | null, part: string) => text?.toLowerCase().includes(part.trim().toLowerCase()) ?? false

/**
 * Drugs whose NDC begins with the digits that the user has typed. If there are none, returns all drugs, because the package may be one that the drug
 * reference does not list.
 */
export function narrowByNdc(drugs: readonly Drug[], ndc: string): readonly Drug[] {
  const digits = ndc.replaceAll('-', '')
  const fitting = drugs.filter((drug) => drug.ndc.replaceAll('-', '').startsWith(digits) || drug.ndc11?.startsWith(digits))
  return fitting.length > 0 ? fitting : drugs
}

/** The drug with this complete NDC, if exactly one of the given drugs has it; otherwise undefined. */
export function drugOfNdc(drugs: readonly Drug[], ndc: string): Drug | undefined {
  const found = drugs.filter((drug) => sameNdc(drug.ndc, ndc))
  return found.length === 1 ? found[0] : undefined
}

/** Suggestions for the Med Name field, each with its NDC as the key. */
export function medSuggestions(drugs: readonly Drug[], typed: string): Suggestion[] {
  const fitting = drugs.filter((drug) => holds(drug.medName, typed) || holds(drug.genericName, typed))
  return fitting.slice(0, SHOWN).map((drug) => ({
    key: drug.ndc,
    label: [drug.medName, drug.strength].filter(Boolean).join(' '),
    detail: [drug.manufacturerName, drug.ndc, describePackage(drug), !drug.isListed && 'no longer listed'].filter(Boolean).join(', '),
  }))
}

/** The package description without the NDC in parentheses that the drug reference appends to it; the dosage form if there is no description. */
function describePackage({ packageDescription, dosageForm, ndc }: Drug): string | null {
  return packageDescription?.replaceAll(`(${ndc})`, '').trim() ?? dosageForm
}

/** Distinct manufacturers, for the Manufacturer field. */
export function makerSuggestions(drugs: readonly Drug[], typed: string): Suggestion[] {
  const makers = new Set(drugs.map((drug) => drug.manufacturerName).filter((maker) => holds(maker, typed)))
  return [...makers].slice(0, SHOWN).map((maker) => ({ key: maker, label: maker }))
}
