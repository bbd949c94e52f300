import { parseEpc } from '@seriatim/gs1'

/** A value with its kind, as EPCIS has them in events: `po`, `owning_party`. */
export interface Typed {
  type: string
  value: string
}

const REFERENCES: Record<string, string> = { po: 'PO', desadv: 'shipping notice', inv: 'invoice', bol: 'bill of lading' }

/** `PO 88213-04` and its like. */
export function referenceLabel({ type, value }: Typed): string {
  return `${REFERENCES[type] ?? type} ${value.split(':').at(-1) ?? value}`
}

/** Who owns it, which for DSCSA is what counts; where only a place is named, that. */
export function findOwner(ends: readonly Typed[]): string | null {
  return (ends.find((end) => end.type === 'owning_party') ?? ends[0])?.value ?? null
}

/** What a document's location entries say of a party, found by its URI, else by the GLN in it. */
export function findParty<P extends { id: string; gln: string | null }>(
  uri: string,
  parties: readonly P[],
): { party: P | undefined; gln: string | null } {
  const known = parties.find((party) => party.id === uri)
  if (known) return { party: known, gln: known.gln }
  const epc = parseEpc(uri)
  const gln = epc.ok && (epc.value.kind === 'sgln' || epc.value.kind === 'pgln') ? epc.value.gln : null
  return { party: parties.find((party) => gln !== null && party.gln === gln), gln }
}
