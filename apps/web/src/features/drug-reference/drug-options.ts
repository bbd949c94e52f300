import { sameNdc } from '@seriatim/gs1'
import type { Suggestion } from '../../ui/field/suggest-field.tsx'
import type { Drug } from './use-ndc-lookup.ts'

const SHOWN = 50

const holds = (text: string | null, part: string) => text?.toLowerCase().includes(part.trim().toLowerCase()) ?? false

/** Entries that fit what is typed of the code; all when none does, because the code may be another package's of the same labeler. */
export function narrowByNdc(drugs: readonly Drug[], ndc: string): readonly Drug[] {
  const digits = ndc.replaceAll('-', '')
  const fitting = drugs.filter((drug) => drug.ndc.replaceAll('-', '').startsWith(digits) || drug.ndc11?.startsWith(digits))
  return fitting.length > 0 ? fitting : drugs
}

/** The one entry of a whole code; undefined when it is not known, or not known for certain. */
export function drugOfNdc(drugs: readonly Drug[], ndc: string): Drug | undefined {
  const found = drugs.filter((drug) => sameNdc(drug.ndc, ndc))
  return found.length === 1 ? found[0] : undefined
}

/** Products for the field Med Name, by their code. */
export function medSuggestions(drugs: readonly Drug[], typed: string): Suggestion[] {
  const fitting = drugs.filter((drug) => holds(drug.medName, typed) || holds(drug.genericName, typed))
  return fitting.slice(0, SHOWN).map((drug) => ({
    key: drug.ndc,
    label: [drug.medName, drug.strength].filter(Boolean).join(' '),
    detail: [drug.manufacturerName, drug.ndc, describePackage(drug), !drug.isListed && 'no longer listed'].filter(Boolean).join(', '),
  }))
}

/** The directory repeats the code behind its description. */
function describePackage({ packageDescription, dosageForm, ndc }: Drug): string | null {
  return packageDescription?.replaceAll(`(${ndc})`, '').trim() ?? dosageForm
}

/** Their makers, each once, for the field Manufacturer. */
export function makerSuggestions(drugs: readonly Drug[], typed: string): Suggestion[] {
  const makers = new Set(drugs.map((drug) => drug.manufacturerName).filter((maker) => holds(maker, typed)))
  return [...makers].slice(0, SHOWN).map((maker) => ({ key: maker, label: maker }))
}
