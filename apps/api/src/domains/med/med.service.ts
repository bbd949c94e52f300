import { formatNdc, ndcFromGtin, ndcSearchPrefix } from '@seriatim/gs1'
import type { MedRow, MedSearch, Page, Pedigree, PersonName, SerialCandidate } from '@seriatim/schema'
import { may, must, readingScope, type Session } from '../../call/access/access.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { endOfDay, startOfDay } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import { pageOf, readCursor } from '../../core/page.ts'
import { makePersonName } from '../../core/text/person.ts'
import { readInOneQuery, readPrepared, withInstants } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'
import { selectAttachments } from '../file/attachment.joins.ts'
import { describeAttachments } from '../file/attachment.service.ts'
import { type HoldCause, selectHeld } from '../hold/hold.joins.ts'
import { describeCompany, selectCompany } from '../location/company.service.ts'
import { locationErrors } from '../location/location.facts.ts'
import { selectLocations } from '../location/location.joins.ts'
import { pickGoodsPlace, selectGoodsPlace } from '../location/location.service.ts'
import { voidRule } from './entry/med-correct.service.ts'
import { medErrors } from './med.facts.ts'
import {
  asMeds,
  findMedsBySerial,
  type JoinedMed,
  selectLineFacts,
  selectListings,
  selectMedProducts,
  selectMeds,
  toLineFacts,
} from './med.queries.ts'
import { listMatchingIds, type MedKey, type MedRecord, searchMeds } from './med-search.queries.ts'
import { NOWHERE, type PackageLine, type PackageReceipt, selectPackageReceipts, selectPackages } from './package/package.queries.ts'
import { describeInside, readMedStates, selectInside } from './package/package.service.ts'
import { historyEntries } from './story/med-history.rules.ts'
import { selectStory, storyEntries } from './story/med-story.service.ts'

/** Finds meds that match all fields filled in; empty fields match everything (decision 17). */
export async function searchMedPage(tx: CustomerTx, session: Session, input: MedSearch): Promise<Page<MedRow>> {
  const { medName, manufacturerName, ndc, serialNumber, lotNumber, customerLocationId, startDate, endDate, sort, sortOrder, limit } = input
  const ndcPrefixes = ndc ? ndcSearchPrefix(ndc) : undefined
  const isByProduct = Boolean(medName || manufacturerName || ndcPrefixes)
  const productIds = isByProduct
    ? (await selectMedProducts(tx, { medName, manufacturerName, ndcPrefixes }).execute()).map((product) => product.id)
    : undefined
  if (productIds && !productIds.length) return { items: [], nextCursor: null }
  const filter = {
    serialNumber,
    lotNumber,
    productIds,
    withPackages: Boolean(serialNumber),
    sort,
    sortOrder,
    limit,
    locationId: customerLocationId || null,
    from: startDate ? startOfDay(startDate, session.timeZone) : null,
    to: endDate ? endOfDay(endDate, session.timeZone) : null,
  }
  const after = readCursor(input.cursor, keyCheck(sort))
  const ids = await fewIds(tx, { serialNumber, lotNumber })
  if (ids && !ids.length) return { items: [], nextCursor: null }
  const rows = await searchMeds(tx, { ...filter, ids }, after)
  const { items, nextCursor } = pageOf(rows, limit, (row): MedKey => [sortValue(row, sort), row.id])
  const { packages, receipts, held } = await readMedStates(
    tx,
    items.map((row) => row.id),
  )
  return { items: items.map((row) => toMedRow(row, packages.get(row.id), receipts.get(row.id), held.get(row.id))), nextCursor }
}

/** If a search matches at most this many meds, they are fetched by id and then sorted, because that is fast. */
const FEW = 2000

/**
 * Returns the ids of the meds that match a serial number or lot; undefined if there are more than `FEW`. Sorting a few ids is fast. Without them,
 * PostgreSQL may walk the index of the sorted column past millions of rows before a page is full: it expects matches to be spread evenly, but the
 * meds of one delivery are close together.
 */
async function fewIds(
  tx: CustomerTx,
  texts: { serialNumber: string | undefined; lotNumber: string | undefined },
): Promise<number[] | undefined> {
  if (!texts.serialNumber && !texts.lotNumber) return undefined
  const ids = await listMatchingIds(tx, { ...texts, limit: FEW + 1 })
  return ids.length <= FEW ? ids : undefined
}

/**
 * Returns a check of a cursor's key. The first part of the key, the value by which the list is sorted, may be null only if that value is the lot or
 * the expiration date.
 */
function keyCheck(sort: MedSearch['sort']): (key: unknown) => key is MedKey {
  const mayLack = sort === 'lotNumber' || sort === 'expirationDate'
  return (key): key is MedKey =>
    Array.isArray(key) && key.length === 2 && (typeof key[0] === 'string' || (mayLack && key[0] === null)) && Number.isSafeInteger(key[1])
}

function sortValue(row: MedRecord, sort: MedSearch['sort']): string | null {
  if (sort === 'date') return row.datedAt.toISOString()
  return sort === 'serialNumber' ? row.serialNumber : sort === 'lotNumber' ? row.lotNumber : row.expirationDate
}

function toMedRow(
  row: MedRecord,
  inside: PackageLine | undefined,
  asPackage: PackageReceipt | undefined,
  held: HoldCause | undefined,
): MedRow {
  const received = asPackage ? { at: asPackage.at.toISOString(), by: pickMedName(asPackage) } : pickReceived(row)
  return {
    id: row.id,
    serialNumber: row.serialNumber,
    gtin: row.gtin,
    ndc: shownNdc(row.ndc, row.gtin),
    medName: row.regulatedProductName,
    strengthDescription: missingIn(row.regulatedProductName, row.strengthDescription),
    manufacturerName: row.manufacturerOfTradeItemPartyName,
    lotNumber: row.lotNumber,
    expirationDate: row.expirationDate,
    dateReceived: received?.at ?? null,
    receivedBy: received?.by ?? null,
    customerLocation: { id: row.locationId, name: row.locationName },
    isEpcisGenerated: row.isEpcisGenerated,
    isVoided: row.voidedAt !== null,
    isHeld: held !== undefined,
    isPending: held === 'dataPending',
    sentTo: row.sentTo,
    package: inside ? { level: inside.level, meds: inside.meds } : null,
  }
}

/**
 * When and by whom the med was received. A med that was typed in and has no receipt shows when and by whom it was created (decision 22); undefined
 * for a med from a file that nobody has received.
 */
function pickReceived(row: MedRecord): { at: string; by: PersonName | null } | undefined {
  const receiver = makePersonName(row)
  if (row.receivedAt && receiver) return { at: row.receivedAt.toISOString(), by: receiver }
  if (row.isEpcisGenerated) return undefined
  return {
    at: row.createdAt.toISOString(),
    by: makePersonName({ firstName: row.creatorFirstName, lastName: row.creatorLastName }),
  }
}

/** The strength if the name does not contain it; otherwise null. */
function missingIn(name: string | null, strength: string | null): string | null {
  return strength && !name?.toLowerCase().includes(strength.toLowerCase()) ? strength : null
}

function pickMedName({ firstName, lastName }: PersonName): PersonName {
  return { firstName, lastName }
}

/** The NDC on file, or, if there is none, the ten digits in a US drug's GTIN (decision 21). */
function shownNdc(ndc: string | null, gtin: string | null): string | null {
  return ndc ? formatNdc(ndc) : gtin ? ndcFromGtin(gtin) : null
}

/**
 * Returns the med that a query found. If it found none, or a med at a location that the caller cannot access, the error is the same.
 * @throws AppError pedigree_not_found
 */
function pickSeenMed(session: Session, meds: Parameters<typeof asMeds>[0]): JoinedMed {
  const [row] = asMeds(meds)
  if (!row) throw new AppError(coreErrors.pedigree_not_found)
  must(session, 'med:read', row.locationId)
  return row
}

/** Checks that the caller may see a med. @throws AppError pedigree_not_found */
export async function expectVisibleMed(tx: CustomerTx, session: Session, medId: number): Promise<void> {
  pickSeenMed(session, (await readPrepared(tx, { meds: selectMeds(tx, [medId]) })).meds)
}

/**
 * The pedigree of a med: its data, its history and where it is now. @throws AppError pedigree_not_found, also for a med at a location that the caller
 * cannot access.
 */
export async function readPedigree(tx: CustomerTx, session: Session, medId: number): Promise<Pedigree> {
  const own = await readPrepared(tx, {
    meds: selectMeds(tx, [medId]),
    lines: selectListings(tx, medId),
    packages: selectPackages([medId]),
    receiptsInside: selectPackageReceipts([medId]),
    held: selectHeld([medId]),
    attachments: selectAttachments(tx, medId),
  })
  const row = pickSeenMed(session, own.meds)
  const lines = withInstants(own.lines, 'timeStamp')
  const receiptsInside = withInstants(own.receiptsInside, 'at')
  const {
    packages: [inside],
    held: [held],
  } = own
  const [line] = lines
  const found = await readPrepared(tx, {
    ...selectGoodsPlace(tx, row.locationId),
    ...selectStory({ ...row, tracing: session.permissions.get('tracing:read') ?? [] }),
    ...selectLineFacts(tx, line ?? NOWHERE),
    ...selectInside(inside ?? NOWHERE),
  })
  const { gln, goodsOwner } = pickGoodsPlace(found)
  const { parents, events, locations } = toLineFacts(found)
  const here = { name: row.customerName, gln, place: row.locationName }
  return {
    ...joined(row, gln),
    attachments: describeAttachments(session, own.attachments, row),
    voided: pickVoided(row),
    goodsOwner,
    isHeld: held !== undefined,
    isPending: held?.isPending ?? false,
    sentTo: found.departures.find(({ backAt }) => backAt === null)?.toName ?? null,
    ...voidRule(session, row),
    isReadOnly: !may(session, 'med:write', row.locationId),
    dosageFormType: row.dosageFormType,
    strengthDescription: row.strengthDescription,
    netContentDescription: row.netContentDescription,
    parents,
    amountOfChildren: line?.children ?? 0,
    package: describeInside(inside, found),
    siblings: parents[0] ? Math.max(0, parents[0].children - 1) : 0,
    received: pickReceipt(row, receiptsInside[0]),
    orders: lines.map((one) => ({
      documentId: one.documentId,
      purchaseOrderNumbers: one.purchaseOrderNumbers,
      senderNames: one.senderNames,
      timeStamp: one.timeStamp.toISOString(),
      isReceived: one.receiptId !== null || receiptsInside.some((receipt) => receipt.documentId === one.documentId),
      isShipped: one.isShipped,
    })),
    history: [...storyEntries(found, row, here), ...historyEntries(events, locations, row)],
  }
}

/** Who received a med, when and how; for a case or pallet, the last receipt among its meds. null if there is none. */
function pickReceipt(
  { receivedAt, how, receiverFirstName: firstName, receiverLastName: lastName }: JoinedMed,
  asPackage: PackageReceipt | undefined,
): Pedigree['received'] {
  if (receivedAt && how && firstName !== null && lastName !== null)
    return { by: { firstName, lastName }, at: receivedAt.toISOString(), how }
  return asPackage ? { by: pickMedName(asPackage), at: asPackage.at.toISOString(), how: asPackage.how } : null
}

function pickVoided({ voidedAt, voidReason, voiderFirstName: firstName, voiderLastName: lastName }: JoinedMed): Pedigree['voided'] {
  if (!voidedAt) return null
  return { at: voidedAt.toISOString(), by: makePersonName({ firstName, lastName }), reason: voidReason }
}

/** Builds the part of a pedigree that comes from the med's row and the rows joined to it, without the EPCIS document. */
function joined(row: JoinedMed, gln: string | null) {
  const createdBy = makePersonName(row)
  const ndc = shownNdc(row.additionalTradeItemId ?? row.ndc, row.gtin)
  return {
    med: {
      id: row.id,
      serialNumber: row.serialNumber,
      lotNumber: row.lotNumber,
      expirationDate: row.expirationDate,
      gtin: row.gtin,
      ndc,
      timeStamp: row.createdAt.toISOString(),
      createdBy,
    },
    redbook: { ndc },
    redbookDetail: {
      medName: row.regulatedProductName,
      manufacturerName: row.manufacturerOfTradeItemPartyName,
      dateCreated: row.createdAt.toISOString(),
    },
    createdBy,
    customer: { id: row.customerId, name: row.customerName },
    customerLocation: { id: row.locationId, name: row.locationName, globalLocationNumber: gln },
    isEpcisGenerated: row.isEpcisGenerated,
  }
}

/** Lists the location's meds, both typed in and imported, newest first. Their attachments are not included (rest.md). */
export async function readByLocation(
  tx: CustomerTx,
  session: Session,
  { locationId, limit, cursor }: { locationId: number; limit: number; cursor?: string | undefined },
) {
  const { scope, locationIds } = readingScope(session, 'med:read')
  if (scope !== 'all' && !locationIds.includes(locationId)) throw new AppError(locationErrors.location_not_found)
  const filter = {
    serialNumber: undefined,
    lotNumber: undefined,
    productIds: undefined,
    withPackages: false,
    sort: 'date',
    sortOrder: 'desc',
    limit,
    locationId,
    from: null,
    to: null,
  } as const
  const page = pageOf(
    await searchMeds(tx, filter, readCursor(cursor, keyCheck('date'))),
    limit,
    (row): MedKey => [row.datedAt.toISOString(), row.id],
  )
  const ids = page.items.map((row) => row.id)
  const { places, meds } = await readInOneQuery(tx, {
    places: selectLocations(tx, { locationIds: [locationId], withClosed: true }),
    meds: selectMeds(tx, ids),
  })
  const [place] = places
  if (!place) throw new AppError(locationErrors.location_not_found)
  must(session, 'med:read', locationId)
  const byId = new Map(asMeds(meds).map((row) => [row.id, row]))
  const items = ids.flatMap((id) => byId.get(id) ?? []).map((row) => joined(row, place.globalLocationNumber))
  return { items, nextCursor: page.nextCursor }
}

export async function readBySerial(tx: CustomerTx, session: Session, serialNumber: string) {
  const [newest, ...others] = await findMedsBySerial(tx, serialNumber, null)
  if (!newest) throw new AppError(medErrors.med_not_found)
  const { meds, attachments } = await readPrepared(tx, {
    meds: selectMeds(tx, [newest.id]),
    attachments: selectAttachments(tx, newest.id),
  })
  const { med, redbookDetail } = joined(pickSeenMed(session, meds), null)
  return {
    med,
    medName: redbookDetail.medName,
    attachments: attachments.map(({ id, filename }) => ({ id, filename })),
    others: others.map((one) => ({
      id: one.id,
      gtin: one.gtin,
      lotNumber: one.lotNumber,
      customerLocation: { id: one.locationId, name: one.locationName },
    })),
  }
}

async function collectCandidates(
  tx: CustomerTx,
  meds: readonly { id: number; gtin: string | null; lotNumber: string | null; locationName: string }[],
): Promise<SerialCandidate[]> {
  const ids = meds.map((med) => med.id)
  const records = await readInOneQuery(tx, { meds: selectMeds(tx, ids) })
  const names = new Map(records.meds.map((med) => [med.id, med.regulatedProductName]))
  return meds.map(({ id, gtin, lotNumber, locationName }) => ({ medId: id, gtin, lotNumber, medName: names.get(id) ?? null, locationName }))
}

/**
 * Fills in the incident form from the med and from the company data of its location.
 * @throws AppError med_not_found; serial_ambiguous with the candidates if several products have this serial number.
 */
export async function readForIncident(
  tx: CustomerTx,
  session: Session,
  {
    serialNumber,
    locationId,
    gtin,
    medId,
  }: { serialNumber: string; locationId?: number | '' | undefined; gtin?: string | undefined; medId?: number | undefined },
) {
  const meds = (await findMedsBySerial(tx, serialNumber, locationId || null)).filter(
    (med) => !med.voidedAt && (gtin === undefined || med.gtin === gtin) && (medId === undefined || med.id === medId),
  )
  const [newest] = meds
  if (!newest) throw new AppError(medErrors.med_not_found)
  const products = [...Map.groupBy(meds, (med) => med.gtin).values()].flatMap(([first]) => first ?? [])
  if (products.length > 1)
    throw new AppError(medErrors.serial_ambiguous, {
      detail: 'Several products have this serial number. Send the GTIN with it.',
      facts: { serialNumber, candidates: await collectCandidates(tx, products) },
    })
  const found = await readPrepared(tx, {
    meds: selectMeds(tx, [newest.id]),
    held: selectHeld([newest.id]),
    ...selectCompany(tx, newest.locationId),
  })
  const row = pickSeenMed(session, found.meds)
  const { med, redbookDetail } = joined(row, null)
  return {
    medId: newest.id,
    locationId: newest.locationId,
    epcisSgtinId: newest.id,
    isHeld: found.held.length > 0,
    nameOfProduct: redbookDetail.medName,
    strength: row.strengthDescription,
    dosageForm: row.dosageFormType,
    ndc: med.ndc,
    serialNumber: med.serialNumber,
    lotNumber: med.lotNumber,
    expiration: med.expirationDate,
    ...describeCompany(session, newest.locationId, found),
  }
}
