import { type NewSopRevision, type Ok, SOPS, type Sop, type SopKey, type SopList, type SopRevision, writeFullName } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { audit, auditNothing } from '../../call/audit.ts'
import type { Context } from '../../call/context.ts'
import { AppError } from '../../core/errors.ts'
import { readInOneQuery, withInstants } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'
import { printSheet } from '../../print/print-sheet.ts'
import { printStamp } from '../../print/print-stamp.ts'
import { selectCustomerName } from '../location/location.joins.ts'
import { sopErrors } from './sop.facts.ts'
import { sopName, sopSheet } from './sop.pdf.ts'
import { findNewest, insertRevision, insertSignature, selectRevisions, selectSignatures, selectWorkingPeople } from './sop.queries.ts'
import { SOP_TEXTS } from './sop-texts.ts'

const KEYS = Object.keys(SOPS) as SopKey[] // Object.keys() returns string[]

/** All revisions and signatures of the procedures, the people who must sign them, and the customer's name. */
async function readRecord(tx: CustomerTx) {
  const found = await readInOneQuery(tx, {
    revisions: selectRevisions(tx),
    signatures: selectSignatures(tx),
    people: selectWorkingPeople(tx),
    names: selectCustomerName(tx),
  })
  const signatures = withInstants(found.signatures, 'signedAt')
  const revisions = withInstants(found.revisions, 'madeAt').map(({ madeAt, ...row }) => ({
    ...row,
    madeAt: madeAt.toISOString(),
    signatures: signatures
      .filter(({ key, revision }) => key === row.key && revision === row.revision)
      .map(({ userId, name, signedAt }) => ({ userId, name, signedAt: signedAt.toISOString() })),
  }))
  return { revisions, people: withInstants(found.people, 'joinedAt'), customerName: found.names[0]?.name ?? '' }
}

/** The listed people who have not signed the newest revision; empty if there is no revision. */
const listUnsigned = (people: readonly { id: number; firstName: string; lastName: string }[], newest: SopRevision | undefined) =>
  newest
    ? people
        .filter(({ id }) => !newest.signatures.some(({ userId }) => userId === id))
        .map((person) => ({ userId: person.id, name: writeFullName(person) }))
    : []

/** Lists the procedures with all revisions and signatures, and for each procedure the people who have not signed its newest revision. */
export async function readSops(tx: CustomerTx, session: Session): Promise<SopList> {
  const { revisions, people, customerName } = await readRecord(tx)
  const sops = KEYS.map((key): Sop => {
    const own = revisions.filter((one) => one.key === key)
    const unsigned = listUnsigned(people, own[0])
    const mustSign = unsigned.some(({ userId }) => userId === session.userId)
    return { key, title: SOPS[key], proposal: SOP_TEXTS[key], revisions: own, unsigned, mustSign }
  })
  return { customerName, mayWrite: session.permissions.has('sop:write'), sops }
}

/** Saves a new revision; earlier ones stay. @throws AppError sop_changed if there is a newer one than the author read; sop_same. */
export async function reviseSop(tx: CustomerTx, session: Session, { key, text, note, after }: NewSopRevision): Promise<Ok> {
  const newest = await findNewest(tx, key)
  if ((newest?.revision ?? 0) !== after) throw new AppError(sopErrors.sop_changed)
  if (newest?.text === text) throw new AppError(sopErrors.sop_same, { facts: { field: 'text' } })
  const revision = after + 1
  const made = { madeAt: session.now, madeById: session.userId, madeBy: writeFullName(session) }
  await insertRevision(tx, { sop: key, revision, text, note, ...made })
  await audit(tx, session, { action: 'sop.revise', subject: 'sop', subjectId: null, detail: { procedure: SOPS[key], revision, note } })
  return { ok: true }
}

/** Signs the newest revision with the caller's name. @throws AppError sop_not_found, sop_not_newest. */
export async function signSop(tx: CustomerTx, session: Session, { key, revision }: { key: SopKey; revision: number }): Promise<Ok> {
  const newest = await findNewest(tx, key)
  if (!newest || revision > newest.revision) throw new AppError(sopErrors.sop_not_found)
  if (revision < newest.revision) throw new AppError(sopErrors.sop_not_newest)
  const signature = { sop: key, revision, userId: session.userId, name: writeFullName(session), signedAt: session.now }
  if (!(await insertSignature(tx, signature))) auditNothing(session)
  else await audit(tx, session, { action: 'sop.sign', subject: 'sop', subjectId: null, detail: { procedure: SOPS[key], revision } })
  return { ok: true }
}

/** Prints the newest revision, or the proposal, with its signatures. @throws AppError pdf_failed. */
export async function printSop(ctx: Context, session: Session, { key }: { key: SopKey }) {
  const list = await ctx.inTx('read write', async (tx) => {
    await audit(tx, session, { action: 'sop.print', subject: 'sop', subjectId: null, detail: { procedure: SOPS[key] } })
    return readSops(tx, session)
  })
  const sop = list.sops.find((one) => one.key === key)
  if (!sop) throw new AppError(sopErrors.sop_not_found)
  const bytes = await printSheet(ctx, session, sopSheet(sop, list.customerName, printStamp(ctx, session)))
  return { filename: sopName(sop), base64: Buffer.from(bytes).toString('base64') }
}

export interface SopAsOf {
  key: SopKey
  title: string
  /** Revisions that existed at that time, newest first, with the signatures that existed then. */
  revisions: SopRevision[]
  /** Names of people who had joined by the given time and still work here today, but had not signed the revision that was in force at that time. */
  unsigned: { userId: number; name: string }[]
}

/** Lists the procedures as of an instant, for an inspection pack. A procedure without a revision had not been adopted. */
export async function readSopsAsOf(tx: CustomerTx, at: Date): Promise<SopAsOf[]> {
  const { revisions, people } = await readRecord(tx)
  const until = at.toISOString()
  const there = people.filter(({ joinedAt }) => joinedAt !== null && joinedAt <= at)
  return KEYS.map((key) => {
    const own = revisions
      .filter((one) => one.key === key && one.madeAt <= until)
      .map((one) => ({ ...one, signatures: one.signatures.filter(({ signedAt }) => signedAt <= until) }))
    return { key, title: SOPS[key], revisions: own, unsigned: listUnsigned(there, own[0]) }
  })
}
