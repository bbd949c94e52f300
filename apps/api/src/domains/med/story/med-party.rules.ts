import { businessDocumentNumber } from '@seriatim/epcis'
import { parseEpc } from '@seriatim/gs1'

/** A party or business document that an EPCIS event names: its kind, such as `po` or `owning_party`, and its identifier. */
export interface EventReference {
  type: string
  value: string
}

const REFERENCES: Record<string, string> = { po: 'PO', desadv: 'shipping notice', inv: 'invoice', bol: 'bill of lading' }

/** A reference, such as `PO 88213-04`. */
export function referenceLabel({ type, value }: EventReference): string {
  const number = businessDocumentNumber(value)
  return `${REFERENCES[type] ?? type} ${number === value ? (value.split(':').at(-1) ?? value) : number}`
}

/**
 * Picks the owning party from an event's sources or destinations, because ownership is what matters for DSCSA. If none is an owning party, picks the
 * first one.
 * @returns its URI; null if there are none.
 */
export function findOwner(ends: readonly EventReference[]): string | null {
  return (ends.find((end) => end.type === 'owning_party') ?? ends[0])?.value ?? null
}

/** Finds the party with this URI among a document's locations; if none has the URI, the party with the GLN in the URI. */
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
