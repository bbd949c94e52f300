import { ndc12Forms } from '@seriatim/gs1'
import type { Drug, DrugSearch } from '@seriatim/schema'
import type { CustomerTx } from '../../db/types.ts'
import { listDrugsByName, listDrugsByNdc } from './drug-reference.queries.ts'
import { LOOKUP_LENGTH, ndcPrefixes } from './ndc-search.rules.ts'

const ENTRIES_MAX = 1000
const NAMES_MAX = 50
/**
 * Minimum length of a searched name. The index consists of trigrams (sequences of three characters), so a shorter search would scan the whole table.
 */
const NAME_LENGTH = 3

/** Entries whose code begins with this NDC, then others of the same labeler (rest.md); none for fewer than five characters. */
export async function searchByNdc(tx: CustomerTx, ndc: string): Promise<Drug[]> {
  const prefixes = ndcPrefixes(ndc)
  if (!prefixes.length) return []
  const fitting = await listDrugsByNdc(tx, prefixes, ENTRIES_MAX)
  if (fitting.length >= ENTRIES_MAX || ndc.length <= LOOKUP_LENGTH) return fitting
  const known = new Set(fitting.map((drug) => drug.ndc))
  const labelers = await listDrugsByNdc(tx, ndcPrefixes(ndc.slice(0, LOOKUP_LENGTH)), ENTRIES_MAX)
  return [...fitting, ...labelers.filter((drug) => !known.has(drug.ndc))].slice(0, ENTRIES_MAX)
}

/** Whether the reference lists the product under this name or substance, ignoring case. */
export async function matchesReferenceName(tx: CustomerTx, ndc: string, { medName, manufacturerName }: DrugSearch): Promise<boolean> {
  const codes = ndc12Forms(ndc)
  if (!codes.length) return false
  const drugs = await listDrugsByNdc(
    tx,
    codes.map((digits) => ({ column: 'ndc12', digits })),
    NAMES_MAX,
  )
  const lower = (text: string | null | undefined) => text?.toLowerCase()
  return drugs.some((drug) =>
    medName
      ? [drug.medName, drug.genericName].some((name) => lower(name) === lower(medName))
      : lower(drug.manufacturerName) === lower(manufacturerName),
  )
}

/** Entries whose names contain the text; none for fewer than three letters. */
export async function searchByName(tx: CustomerTx, { medName, manufacturerName }: DrugSearch): Promise<Drug[]> {
  const wanted = [medName, manufacturerName].map((text) => (text && text.length >= NAME_LENGTH ? text : undefined))
  if (wanted.every((text) => text === undefined)) return []
  return listDrugsByName(tx, { medName: wanted[0], manufacturerName: wanted[1] }, NAMES_MAX)
}
