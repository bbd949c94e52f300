import { ndcFromGtin } from '@seriatim/gs1'
import type { MedEntry, SavedMed } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { audit, auditNothing } from '../../../call/audit.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printDay } from '../../../print/dates.ts'
import { matchesReferenceName } from '../../drug-reference/drug-reference.service.ts'
import { mustBeSubscribed } from '../../entitlement/entitlement.service.ts'
import { adoptHeld } from '../../hold/hold.service.ts'
import { locationErrors } from '../../location/location.facts.ts'
import { readLocationNames, readOpenLocations } from '../../location/location.service.ts'
import { recordTypedLots } from '../../recall/match/stock.service.ts'
import { medErrors } from '../med.facts.ts'
import { readPedigree } from '../med.service.ts'
import { voidMed } from './med-correct.queries.ts'
import { insertMed, type KnownMed, lockMedsWithoutGtin, lockSerial, saveProduct, updateMed } from './med-entry.queries.ts'
import {
  compareEntry,
  differenceSentence,
  type EntryField,
  type EntryValues,
  isSameMonth,
  type ParsedEntry,
  parseEntry,
} from './med-entry.rules.ts'

/**
 * Saves a typed or scanned med: one record for each GTIN and serial number at a location (decision 20). For a known package it fills blanks only;
 * without a GTIN, a record counts as known if all values are equal.
 *
 * @throws AppError `entry_*` naming the field in its facts; `entry_differs` if the package is on file with different data; not_subscribed for a
 * package that is not on file.
 */
export async function createMed(tx: CustomerTx, session: Session, input: MedEntry): Promise<SavedMed> {
  const locationId = await checkPlace(tx, session, input)
  const read = parseEntry(input)
  if (!read.ok) throw new AppError(medErrors[read.problem], { facts: { field: read.field } })
  const { entry, isMonth } = read
  const before = await findKnown(tx, locationId, entry)
  if (!before) await mustBeSubscribed(tx, session.now)
  const id = before ? undefined : await insertNew(tx, session, locationId, entry)
  if (id !== undefined) return answer(tx, session, id, 'created')
  const known = before ?? (await findKnown(tx, locationId, entry))
  if (!known) throw new AppError(coreErrors.busy)
  if (known.voidedAt) {
    await bringBack(tx, session, known, entry, isMonth)
    return answer(tx, session, known.id, 'merged')
  }
  const isFilled = await fillBlanks(tx, session, known, entry, isMonth)
  if (!isFilled) auditNothing(session)
  return answer(tx, session, known.id, isFilled ? 'merged' : 'known')
}

async function checkPlace(tx: CustomerTx, session: Session, { locationId }: MedEntry): Promise<number> {
  if (!locationId) throw new AppError(medErrors.entry_location_missing, { facts: { field: 'locationId' } })
  const isOwn = session.scope === 'all' || session.locationIds.includes(locationId)
  if (!isOwn || !(await readLocationNames(tx)).has(locationId)) throw new AppError(locationErrors.location_not_found)
  must(session, 'med:write', locationId)
  if (!(await readOpenLocations(tx)).has(locationId)) throw new AppError(locationErrors.location_closed)
  return locationId
}

async function findKnown(tx: CustomerTx, locationId: number, entry: ParsedEntry): Promise<KnownMed | undefined> {
  if (entry.gtin !== null) return lockSerial(tx, locationId, { gtin: entry.gtin, serialNumber: entry.serialNumber })
  const { serialNumber: _, gtin: __, ...values } = entry
  const meds = await lockMedsWithoutGtin(tx, locationId, entry.serialNumber)
  return meds.find((med) => JSON.stringify(collectValues(med, null)) === JSON.stringify(valuesInOrder(values)))
}

async function insertNew(tx: CustomerTx, session: Session, locationId: number, entry: ParsedEntry): Promise<number | undefined> {
  const { serialNumber, gtin, lotNumber, expirationDate, ndc } = entry
  const epcisMedVocabularyId = await describeProduct(tx, entry)
  const id = await insertMed(tx, {
    locationId,
    serialNumber,
    gtin,
    lotNumber,
    expirationDate,
    ndc,
    epcisMedVocabularyId,
    createdById: session.userId,
    now: session.now,
  })
  if (id !== undefined) await adoptHeld(tx, locationId)
  if (id !== undefined) await recordTypedLots(tx, { locationId, lots: [lotNumber] })
  if (id !== undefined) await audit(tx, session, { action: 'med.create', subject: 'med', subjectId: id, detail: { locationId, ...entry } })
  return id
}

/** Re-entering a voided med restores it with the new values, because the old ones were voided as wrong. */
async function bringBack(tx: CustomerTx, session: Session, known: KnownMed, entry: ParsedEntry, isMonth: boolean): Promise<void> {
  const lotNumber = entry.lotNumber ?? known.lotNumber
  const isKnownMonth = isMonth && known.expirationDate !== null && isSameMonth(known.expirationDate, entry.expirationDate ?? '')
  const expirationDate = (isKnownMonth ? null : entry.expirationDate) ?? known.expirationDate
  const ndc = entry.ndc ?? known.ndc
  const epcisMedVocabularyId = (await describeProduct(tx, entry)) ?? known.epcisMedVocabularyId
  await updateMed(tx, known.id, { lotNumber, expirationDate, ndc, epcisMedVocabularyId })
  await voidMed(tx, known.id, { voidedAt: null, voidedById: null, voidReason: null })
  await recordTypedLots(tx, { locationId: known.locationId, lots: [...new Set([known.lotNumber, lotNumber])] })
  const detail = {
    before: collectValues(known, entry.gtin),
    after: valuesInOrder({ ...entry, expirationDate: entry.expirationDate && expirationDate }),
  }
  await audit(tx, session, { action: 'med.bringBack', subject: 'med', subjectId: known.id, detail })
}

/** Saves the product as typed and returns its id; null if no product data was typed. */
async function describeProduct(tx: CustomerTx, { gtin, ndc, medName, manufacturerName }: ParsedEntry): Promise<number | null> {
  const isDescribed = [gtin, ndc, medName, manufacturerName].some((value) => value !== null)
  return isDescribed ? saveProduct(tx, { gtin, ndc, medName, manufacturerName }, null) : null
}

/**
 * Adds the values of an entry that the med on file lacks. Returns whether it added any.
 * @throws AppError entry_differs if the entry contradicts a value on file.
 */
async function fillBlanks(tx: CustomerTx, session: Session, known: KnownMed, entry: ParsedEntry, isMonth: boolean): Promise<boolean> {
  const before = collectValues(known, entry.gtin)
  const { filled, differing } = compareEntry(before, entry, isMonth)
  for (const field of differing) {
    if (await isAnotherName(tx, field, entry, before.ndc)) continue
    const onFile = field === 'expirationDate' && before[field] !== null ? printDay(before[field]) : before[field]
    throw new AppError(medErrors.entry_differs, { detail: differenceSentence(field, onFile), facts: { field, medId: known.id } })
  }
  const { medName, manufacturerName, ...own } = filled
  if (Object.keys(filled).length === 0) return false
  const isProduct = medName !== undefined || manufacturerName !== undefined || own.ndc !== undefined
  const product = { gtin: entry.gtin, ndc: own.ndc ?? null, medName: medName ?? null, manufacturerName: manufacturerName ?? null }
  await updateMed(tx, known.id, {
    ...(own.lotNumber ? { lotNumber: own.lotNumber } : {}),
    ...(own.expirationDate ? { expirationDate: own.expirationDate } : {}),
    ...(own.ndc ? { ndc: own.ndc } : {}),
    ...(isProduct ? { epcisMedVocabularyId: await saveProduct(tx, product, known.epcisMedVocabularyId) } : {}),
  })
  await recordTypedLots(tx, { locationId: known.locationId, lots: [...new Set([known.lotNumber, own.lotNumber ?? known.lotNumber])] })
  await audit(tx, session, { action: 'med.fill', subject: 'med', subjectId: known.id, detail: { ...filled } })
  return true
}

/**
 * Whether the entered name differs only because the drug reference lists the product under another name than its manufacturer's file does; both names
 * mean the same package.
 */
async function isAnotherName(tx: CustomerTx, field: EntryField, entry: ParsedEntry, ndc: string | null): Promise<boolean> {
  if ((field !== 'medName' && field !== 'manufacturerName') || ndc === null) return false
  return matchesReferenceName(tx, ndc, { [field]: entry[field] ?? undefined })
}

function collectValues(med: KnownMed, gtin: string | null): EntryValues {
  return {
    lotNumber: med.lotNumber,
    expirationDate: med.expirationDate,
    ndc: med.additionalTradeItemId ?? med.ndc ?? (gtin === null ? null : ndcFromGtin(gtin)),
    medName: med.regulatedProductName,
    manufacturerName: med.manufacturerOfTradeItemPartyName,
  }
}

const valuesInOrder = ({ lotNumber, expirationDate, ndc, medName, manufacturerName }: EntryValues): EntryValues => ({
  lotNumber,
  expirationDate,
  ndc,
  medName,
  manufacturerName,
})

async function answer(tx: CustomerTx, session: Session, id: number, outcome: SavedMed['outcome']): Promise<SavedMed> {
  return { ...(await readPedigree(tx, session, id)).med, outcome }
}
