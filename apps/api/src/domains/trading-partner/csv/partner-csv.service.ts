import { PARTNER_BUSINESSES, PARTNER_CSV_LINES, PARTNER_TYPES, type PartnerCsvLine, type PartnerCsvPlan } from '@seriatim/schema'
import { CsvError } from 'csv-parse'
import { may, type Session } from '../../../call/access/access.ts'
import { type AuditEntry, audit, auditMany, auditNothing } from '../../../call/audit.ts'
import { AppError } from '../../../core/errors.ts'
import { readCsv } from '../../../core/text/csv.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { readMyClosedLocations, readMyLocations, readStates } from '../../location/location.service.ts'
import { type Former, listFormerNamed, listFormerOfGlns } from '../merge/former.queries.ts'
import { formerPartnerReason, isNamedLike, meets } from '../merge/former.service.ts'
import { tradingPartnerErrors } from '../trading-partner.facts.ts'
import { lockImport } from '../trading-partner.queries.ts'
import { type CsvEntry, cellsByColumn, parseCsvHead, parseCsvLine } from './partner-csv.rules.ts'
import { type Applying, type CsvChange, entryProblems, type LinePlan, planEntry } from './partner-csv-apply.ts'
import { type KnownPartner, newKnown, readKnown } from './partner-csv-known.ts'
import { matchAddress } from './partner-csv-match.ts'
import { writePlan } from './partner-csv-write.service.ts'

interface Line extends PartnerCsvLine, LinePlan {
  /** The partner that the line names, once found. */
  known: KnownPartner | undefined
}

const SHOWN = 500

/**
 * Previews an import, line by line, without writing anything. Stored values that the table does not contain are kept.
 *
 * @throws AppError partner_csv_unreadable if the column `partner` is missing or there are too many lines.
 */
export async function previewCsv(tx: CustomerTx, session: Session, text: string): Promise<PartnerCsvPlan> {
  return findPlan(await planLines(tx, session, text))
}

/** Imports everything or nothing. @throws AppError partner_csv_unreadable, partner_csv_refused if any line is refused. */
export async function importCsv(tx: CustomerTx, session: Session, text: string): Promise<PartnerCsvPlan> {
  await lockImport(tx)
  const lines = await planLines(tx, session, text)
  const plan = findPlan(lines)
  if (plan.counts.refused) throw new AppError(tradingPartnerErrors.partner_csv_refused)
  await writePlan(
    tx,
    lines.flatMap(({ writes }) => writes),
  )
  if (plan.counts.new + plan.counts.changed === 0) auditNothing(session)
  else {
    await audit(tx, session, { action: 'partner.import', subject: 'partner', subjectId: null, detail: plan.counts })
    await auditMany(tx, session, makeEntries(lines))
  }
  return plan
}

/** The audit entry about a partner lists at most this many changed parts. */
const AUDITED = 100

/** One audit entry for each partner that is added or changed, however many lines name it. */
function makeEntries(lines: readonly Line[]): AuditEntry[] {
  const written = lines.filter(({ outcome }) => outcome === 'new' || outcome === 'changed')
  return [...Map.groupBy(written, ({ known }) => known)].flatMap(([known, own]): AuditEntry[] => {
    if (!known) return []
    const name = own[0]?.partner
    const added = own.flatMap((line) => line.added)
    const changes = own.flatMap((line) => line.changed).slice(0, AUDITED)
    const values = (side: 'before' | 'after') =>
      Object.fromEntries(changes.map((change) => [[change.of, change.field].filter(Boolean).join(' '), change[side]]))
    const detail = {
      name,
      how: 'imported',
      ...(added.length ? { added: added.slice(0, AUDITED), amountAdded: added.length } : {}),
      ...(changes.length ? { before: values('before'), after: values('after') } : {}),
    }
    const action = own.some(({ outcome }) => outcome === 'new') ? 'partner.new' : 'partner.update'
    return [{ action, subject: 'partner', subjectId: known.id, detail }]
  })
}

function findPlan(lines: readonly Line[]): PartnerCsvPlan {
  const counts = { new: 0, changed: 0, unchanged: 0, refused: 0 }
  for (const { outcome } of lines) counts[outcome] += 1
  const shown = lines.filter(({ outcome }) => outcome !== 'unchanged')
  const first = shown.filter(({ outcome }) => outcome === 'refused')
  const rest = shown.filter(({ outcome }) => outcome !== 'refused')
  return {
    counts,
    lines: [...first, ...rest].slice(0, SHOWN).map(({ line, partner, outcome, words }) => ({ line, partner, outcome, words })),
  }
}

async function readRows(text: string): Promise<string[][]> {
  try {
    // Reads one line more than is allowed, in addition to the header row: if that line exists, the file is too long.
    return await readCsv(text, PARTNER_CSV_LINES + 2)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const detail =
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'A quotation mark that opens a cell is never closed.'
        : `The table cannot be read: ${error.message}.`
    throw new AppError(tradingPartnerErrors.partner_csv_unreadable, { detail, cause: error })
  }
}

async function planLines(tx: CustomerTx, session: Session, text: string): Promise<Line[]> {
  const [head = [], ...rows] = await readRows(text)
  const { places, unknown } = parseCsvHead(head)
  if (!places.has('partner'))
    throw new AppError(tradingPartnerErrors.partner_csv_unreadable, {
      detail: 'The first line must name the columns, and one of them must be "partner".',
    })
  if (unknown.length)
    throw new AppError(tradingPartnerErrors.partner_csv_unreadable, {
      detail: `Unknown columns: ${unknown.slice(0, 5).join(', ')}. Start from an export.`,
    })
  if (rows.length > PARTNER_CSV_LINES)
    throw new AppError(tradingPartnerErrors.partner_csv_unreadable, { detail: 'The table has more than 10,000 lines. Import it in parts.' })
  const known = { states: await readStates(tx), currentYear: session.now.getUTCFullYear() }
  const read = rows.flatMap((row, at) =>
    row.some((cell) => cell !== '') ? [{ line: at + 2, ...parseCsvLine(cellsByColumn(row, places), known) }] : [],
  )
  const table = await readTable(
    tx,
    session,
    read.map(({ entry }) => entry),
  )
  const applying: Applying = { states: new Map(known.states.map(({ id, code }) => [id, code])), spoken: new Set() }
  for (const { entry } of read) {
    const place = lineLocation(table, session, entry)
    const address = place.known && entry.address && matchAddress(place.known, entry.address)
    if (address) applying.spoken.add(address.id)
  }
  return read.map((one) => applyLine(table, session, one, applying))
}

/** The stored partners and locations to which the lines of an uploaded table refer. */
interface Table {
  partners: Map<number, KnownPartner>
  /** Partners by location and name, including those that earlier lines add. */
  named: Map<string, KnownPartner[]>
  open: Map<string, number[]>
  closed: Map<string, number[]>
  formerNamed: Map<string, Former[]>
  formerOfGln: Map<string, Former[]>
}

const partnerKey = (locationId: number | null, name: string) => `${locationId ?? 0} ${name.toLowerCase()}`

async function readTable(tx: CustomerTx, session: Session, entries: readonly CsvEntry[]): Promise<Table> {
  const names = [...new Set(entries.map(({ name }) => name.toLowerCase()))]
  const partners = await readKnown(tx, { names, ids: entries.flatMap(({ id }) => id ?? []) })
  const byName = (locations: readonly { id: number; name: string }[]) => {
    const groups = Map.groupBy(locations, ({ name }) => name.toLowerCase())
    return new Map([...groups].map(([name, some]) => [name, some.map(({ id }) => id)]))
  }
  return {
    partners,
    named: Map.groupBy(partners.values(), ({ locationId, name }) => partnerKey(locationId, name)),
    open: byName(await readMyLocations(tx, session)),
    closed: byName(await readMyClosedLocations(tx, session)),
    formerNamed: Map.groupBy(await listFormerNamed(tx, names), ({ name }) => name.toLowerCase()),
    formerOfGln: Map.groupBy(
      await listFormerOfGlns(
        tx,
        entries.flatMap(({ gln }) => gln ?? []),
      ),
      ({ gln }) => gln,
    ),
  }
}

interface PlaceOfLine {
  /** Undefined for a new partner or a line with faults. */
  known: KnownPartner | undefined
  locationId: number | null
  faults: string[]
}

/**
 * Finds the partner and the location that a line means. The partner is found by id or, without an id, by name and location; if several partners have
 * the name, the line's GLN decides.
 */
function lineLocation(table: Table, session: Session, entry: CsvEntry): PlaceOfLine {
  const refused = (...faults: string[]): PlaceOfLine => ({ known: undefined, locationId: null, faults })
  const { id, name, location, gln } = entry
  if (id !== undefined) {
    const known = table.partners.get(id)
    if (!known) {
      const former = table.formerNamed.get(name.toLowerCase())?.find((one) => one.id === id)
      return refused(former ? formerPartnerReason(former, session) : `partner id ${id} is not one of your active partners`)
    }
    if (known.name.toLowerCase() !== name.toLowerCase()) return refused(`partner id ${id} is ${known.name}: rename the partner on its page`)
    if (location && location.toLowerCase() !== known.locationName?.toLowerCase())
      return refused(`${known.name} is for ${known.locationName ?? 'all locations'}, not for "${location}"`)
    return { known, locationId: known.locationId, faults: mayNot(session, known.locationId) }
  }
  const open = location ? (table.open.get(location.toLowerCase()) ?? []) : [null]
  const found = open.length ? open : (table.closed.get(location.toLowerCase()) ?? [])
  const [locationId] = found
  if (locationId === undefined) return refused(`location "${location}" is not one of yours`)
  if (found.length > 1) return refused(`several locations are named "${location}"`)
  const named = table.named.get(partnerKey(locationId, name)) ?? []
  const meant = named.length > 1 ? named.filter((known) => gln !== undefined && known.glns.has(gln)) : named
  if (named.length > 1 && meant.length !== 1)
    return refused(`more than one partner is named ${name}: start from an export; its column "partner id" tells them apart`)
  const [known] = meant
  const faults = mayNot(session, locationId)
  if (!known && !open.length) faults.push(`location "${location}" is closed`)
  return { known, locationId, faults }
}

const mayNot = (session: Session, locationId: number | null) =>
  may(session, 'partner:write', locationId)
    ? []
    : [
        locationId === null
          ? 'only the customer admin can change partners of all locations'
          : 'you may not change partners of this location',
      ]

/** Plans the changes that one line of the CSV makes to a partner, as if the changes of all lines before it had already been saved. */
function applyLine(
  table: Table,
  session: Session,
  { line, entry, faults }: { line: number; entry: CsvEntry; faults: readonly string[] },
  applying: Applying,
): Line {
  const { known, locationId, faults: misplaced } = lineLocation(table, session, entry)
  const { name, type, business = null, gln } = entry
  const all = [...faults, ...misplaced]
  const isNew = !known
  if (isNew && !misplaced.length) {
    const former = table.formerNamed.get(name.toLowerCase())?.find((one) => isNamedLike(one, locationId))
    if (former) all.push(formerPartnerReason(former, session))
    else if (!type) all.push('a new partner needs a type')
  }
  const former = gln === undefined || known?.glns.has(gln) ? undefined : table.formerOfGln.get(gln)?.find((one) => meets(one, locationId))
  if (former && !misplaced.length) all.push(`GLN ${gln}: ${formerPartnerReason(former, session)}`)
  if (known && !all.length) all.push(...entryProblems(known, entry, applying))
  const plan: LinePlan = { added: [], changed: [], writes: [] }
  if (all.length || (isNew && !type))
    return { line, partner: name, outcome: 'refused', words: [...new Set(all)], known: undefined, ...plan }
  const partner = known ?? newKnown({ id: 0, name, type: type ?? 'upstream', business, locationId, locationName: null })
  if (isNew) {
    table.named.set(partnerKey(locationId, name), [partner])
    const what = business ? ` (${PARTNER_BUSINESSES[business].toLowerCase()})` : ''
    plan.added.push(`${PARTNER_TYPES[partner.type]} partner${what}`)
    const values = { locationId, name, type: partner.type, business, createdAt: session.now, createdById: session.userId }
    plan.writes.push({ kind: 'partner', made: partner, values })
  }
  planEntry(partner, entry, plan, applying)
  const words = [...plan.added.map((one) => `new ${one}`), ...plan.changed.map(changeText)]
  return { line, partner: name, outcome: isNew ? 'new' : words.length ? 'changed' : 'unchanged', words, known: partner, ...plan }
}

/** Describes a change: "12 Maple Street city: Trenton → Camden". */
const changeText = ({ of, field, before, after }: CsvChange) => `${[of, field].filter(Boolean).join(' ')}: ${before} → ${after}`
