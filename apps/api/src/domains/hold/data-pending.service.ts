import { type Actor, audit } from '../../call/audit.ts'
import type { CustomerTx } from '../../db/types.ts'
import { holdLineRanges, holdMeds, lockPending, reopenHold } from './data-pending.queries.ts'
import { insertHold, listHeldOrders, releaseHold, updateHeldAmount } from './hold.queries.ts'

interface Pending {
  documentExceptionId: number
  locationId: number
  documentId: number
  label: string
  reason: string
  /** The packages to put on hold: lines of the document as a multirange, or meds by their ids. */
  what: { lines: string } | { medIds: readonly number[] }
}

/**
 * Puts on hold the packages that wait for the data of a ticket. Screens show this cause separately from quarantine.
 * @returns the number of meds, and of cases with a serial number, on hold.
 */
export async function placePending(
  tx: CustomerTx,
  by: Actor,
  { documentExceptionId, locationId, documentId, label, reason, what }: Pending,
): Promise<number> {
  const holdId = await insertHold(tx, {
    kind: 'order',
    label,
    productName: null,
    gtin: null,
    serialNumber: null,
    documentId,
    locationId,
    meds: 0,
    reason,
    placedAt: by.now,
    placedById: by.userId,
    cause: 'dataPending',
    documentExceptionId,
  })
  const meds = 'lines' in what ? await holdLineRanges(tx, holdId, documentId, what.lines) : await holdMeds(tx, holdId, what.medIds)
  await updateHeldAmount(tx, holdId, meds)
  await tx.listeners.heldMedsChanged(tx, await listHeldOrders(tx, [holdId]))
  const detail = { holdId, kind: 'dataPending', label, meds, reason, documentExceptionId }
  await audit(tx, by, { action: 'hold.place', subject: 'hold', subjectId: holdId, detail })
  return meds
}

/**
 * Releases all holds that a ticket placed on packages because data is missing. `pharmacist`: the pharmacist who permits the release, if the data has
 * not arrived yet. Returns the number of released meds and the ids of the holds.
 */
export async function releasePending(
  tx: CustomerTx,
  by: Actor,
  { documentExceptionId, reason, pharmacist }: { documentExceptionId: number; reason: string; pharmacist?: string },
): Promise<{ meds: number; holdIds: number[] }> {
  const holds = await lockPending(tx, documentExceptionId)
  let meds = 0
  for (const { id, label, meds: held } of holds) {
    const orders = await listHeldOrders(tx, [id])
    const who = pharmacist === undefined ? {} : { pharmacist }
    await releaseHold(tx, id, { releasedAt: by.now, releasedById: by.userId, releaseReason: reason, ...who })
    await tx.listeners.heldMedsChanged(tx, orders)
    await audit(tx, by, { action: 'hold.release', subject: 'hold', subjectId: id, detail: { holdId: id, label, reason, ...who } })
    meds += held
  }
  return { meds, holdIds: holds.map(({ id }) => id) }
}

/** Restores holds that were released because data had arrived, when that data no longer counts. */
export async function resumePending(tx: CustomerTx, by: Actor, holdIds: readonly number[], reason: string): Promise<void> {
  for (const holdId of holdIds) {
    const hold = await reopenHold(tx, holdId)
    if (!hold) continue
    await tx.listeners.heldMedsChanged(tx, await listHeldOrders(tx, [holdId]))
    const detail = { holdId, kind: 'dataPending', label: hold.label, meds: hold.meds, reason }
    await audit(tx, by, { action: 'hold.place', subject: 'hold', subjectId: holdId, detail })
  }
}
