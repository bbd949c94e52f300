import { isGln, parseEpc } from '@seriatim/gs1'

/** A parsed location id: its GLN if it has one, and a key that is equal for two spellings of the same place. */
export interface LocationId {
  readonly gln: string | null
  readonly key: string
}

const DEA_URL = /^https?:\/\/epcis\.gs1us\.org\/hc\/dea\/loc\/[A-Za-z0-9]+$/

/** Whether an identifier is a Digital Link, which EPCIS 2.0 introduced. DEA location URLs don't count, because they are older. */
export function isWebAddress(id: string): boolean {
  return id.startsWith('http') && !DEA_URL.test(id)
}

/** Reads an SGLN URN, a Digital Link with 414 or a DEA location URL; null for anything else. */
export function readLocationId(id: string): LocationId | null {
  if (DEA_URL.test(id)) return { gln: null, key: id }
  const epc = parseEpc(id)
  if (!epc.ok || epc.value.kind !== 'sgln') return null
  const { gln, extension } = epc.value
  return { gln, key: `${gln} ${extension}` }
}

/** Reads the id of an owner: a PGLN, or what {@link readLocationId} reads. */
export function readPartyId(id: string): LocationId | null {
  const epc = parseEpc(id)
  if (epc.ok && epc.value.kind === 'pgln') return { gln: epc.value.gln, key: epc.value.gln }
  return readLocationId(id)
}

/** GLN of a header's party: an SGLN or PGLN URN, a Digital Link, or 13 bare digits with a correct check digit. */
export function glnOfParty(value: string): string | null {
  return isGln(value) ? value : (readPartyId(value)?.gln ?? null)
}
