import type { UnitAnswers } from '@seriatim/schema'
import { makeSessionStore } from '../../api/session/session-store.ts'

/** A bottle that was picked, as the list shows it. */
export interface Picked extends Pick<UnitAnswers, 'medId' | 'serialNumber' | 'medName' | 'state' | 'brief'> {
  /** Instant of the answer. */
  at: string
}

const MOST = 100

const parse = (kept: unknown) => (Array.isArray(kept) ? (kept as Picked[]) : undefined) // this store writes only this type

/** Bottles picked in this tab, newest first, until somebody starts over or signs out. */
export const visit = makeSessionStore<readonly Picked[]>([], undefined, { key: 'seriatim-visit', parse })

/** Puts a picked bottle at the top of the list with its current state, whether or not it was on the list before. */
export function addPicked({ medId, serialNumber, medName, state, brief, askedAt: at }: UnitAnswers): void {
  const others = visit.get().filter((one) => one.medId !== medId)
  visit.set([{ medId, serialNumber, medName, state, brief, at }, ...others].slice(0, MOST))
}

export const startOver = (): void => visit.set([])

/** The URL for a pack of the picked bottles, oldest first: `/inspection?units=12,34`. */
export const packHref = (picked: readonly Picked[]): string =>
  `/inspection?units=${picked
    .map(({ medId }) => medId)
    .toReversed()
    .join(',')}`
