import { sglnToGln } from '@seriatim/gs1'
import { type KnownGln, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { insertSgln, listSglns } from './shipping.queries.ts'

/** Returns each of these GLNs, with its SGLN if somebody entered one or a document on file contains one. */
export async function readKnownGlns(tx: CustomerTx, glns: readonly string[]): Promise<KnownGln[]> {
  const found = new Map((await listSglns(tx, glns)).map((row) => [row.gln, row]))
  return glns.map((gln) => {
    const own = found.get(gln)
    const source = own && (own.isEntered ? 'Entered here' : `From a file sent by ${own.senderName ?? 'a supplier'}`)
    return { gln, sgln: own?.sgln ?? null, source: source ?? null }
  })
}

/** Whether an SGLN is well-formed and belongs to the GLN. */
export function isSglnOf({ gln, sgln }: { gln: string; sgln: string }): boolean {
  const read = sglnToGln(sgln)
  return read.ok && read.value === gln
}

/** Stores the SGLN of a GLN, unless the same one is already on file. */
export async function keepSgln(tx: CustomerTx, session: Session, { gln, sgln }: { gln: string; sgln: string }): Promise<void> {
  const [known] = await listSglns(tx, [gln])
  if (known?.sgln === sgln) return
  await insertSgln(tx, {
    globalLocationNumber: gln,
    sgln,
    createdAt: session.now,
    createdById: session.userId,
    createdBy: writeFullName(session),
  })
}
