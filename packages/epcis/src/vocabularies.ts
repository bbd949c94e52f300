const BIZ_STEPS = new Set(
  `accepting arriving assembling collecting commissioning consigning creating_class_instance cycle_counting decommissioning departing
  destroying disassembling dispensing encoding entering_exiting holding inspecting installing killing loading other packing picking
  receiving removing repackaging repairing replacing reserving retail_selling shipping staging_outbound stock_taking stocking storing
  transporting unloading unpacking void_shipping`.split(/\s+/),
)
const BIZ_STEPS20 = new Set(['sampling', 'sensor_reporting'])
const DISPOSITIONS = new Set(
  `active container_closed damaged destroyed dispensed disposed encoded expired in_progress in_transit inactive no_pedigree_match
  non_sellable_other partially_dispensed recalled reserved retail_sold returned sellable_accessible sellable_not_accessible stolen
  unknown`.split(/\s+/),
)
const DISPOSITIONS20 = new Set(
  `available completeness_verified completeness_inferred conformant container_open mismatch_instance mismatch_class mismatch_quantity
  needs_replacement non_conformant unavailable`.split(/\s+/),
)

/** Types of business document in CBV 1.2, without their URI prefix. */
export const BIZ_TRANSACTION_TYPES: ReadonlySet<string> = new Set('po inv desadv bol recadv rma poc pedigree prodorder'.split(' '))

/** For each business step, the dispositions that the GS1 US guideline allows. If a step is not listed here, every disposition is allowed. */
export const usualDispositions: Readonly<Record<string, readonly string[]>> = {
  commissioning: ['active'],
  packing: ['in_progress', 'container_closed'],
  unpacking: ['in_progress'],
  shipping: ['in_transit'],
  void_shipping: ['in_progress'],
  receiving: ['in_progress'],
  decommissioning: ['inactive'],
  destroying: ['destroyed'],
}

/** Last word of a CBV value in any of its spellings: URN, `https://ref.gs1.org/cbv/BizStep-x`, `cbv:BizStep-x`, bare. */
export function bareWord(value: string): string {
  const word = value.slice(Math.max(value.lastIndexOf('/'), value.lastIndexOf(':')) + 1)
  return word.includes('-') ? word.replace(/^(BizStep|Disp|BTT|SDT)-/, '') : word
}

/** Whether a bizStep is a value of CBV 1.2 written as a URN or, in an EPCIS 2.0 document, a value of CBV 2.0 in any spelling. */
export function isBizStep(value: string, is20: boolean): boolean {
  return isValue(value, 'urn:epcglobal:cbv:bizstep:', 'BizStep', BIZ_STEPS, is20 ? BIZ_STEPS20 : null)
}

export function isDisposition(value: string, is20: boolean): boolean {
  return isValue(value, 'urn:epcglobal:cbv:disp:', 'Disp', DISPOSITIONS, is20 ? DISPOSITIONS20 : null)
}

function isValue(value: string, urn: string, web: string, words: ReadonlySet<string>, more: ReadonlySet<string> | null): boolean {
  if (value.startsWith(urn)) {
    const word = value.slice(urn.length)
    return words.has(word) || (more?.has(word) ?? false)
  }
  if (more === null) return false
  const link = [`https://ref.gs1.org/cbv/${web}-`, `cbv:${web}-`].find((start) => value.startsWith(start)) ?? ''
  const word = value.slice(link.length)
  return words.has(word) || more.has(word)
}
