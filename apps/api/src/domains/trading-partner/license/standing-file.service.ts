import {
  AUTHORIZATION_FILTERS,
  AUTHORIZATION_WORDS,
  LICENSE_KINDS,
  PARTNER_BUSINESSES,
  PARTNER_TYPES,
  type PartnerFileSearch,
  type StateAuthorization,
} from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { CSV_START, makeCsv } from '../../../core/text/csv.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printDay } from '../../../print/dates.ts'
import { printSheet } from '../../../print/print-sheet.ts'
import { printStamp } from '../../../print/print-stamp.ts'
import { readStates } from '../../location/location.service.ts'
import { listStandings, readSearch } from '../partner-search.service.ts'
import { standingSheet } from './authorized-partners.pdf.ts'
import { listLicenseRows } from './license.queries.ts'

const day = (on: string | null) => (on === null ? '' : printDay(on))

/** Builds a table that shows in which states each partner is authorized: one row for each partner and state, as of the day in the search. */
async function readTable(tx: CustomerTx, session: Session, search: PartnerFileSearch) {
  const on = readSearch(session, search).day
  const standings = await listStandings(tx, session, search)
  const states = new Map((await readStates(tx)).map(({ id, name }) => [id, name]))
  const ids = standings.map(({ record }) => record.id)
  const licenses = Map.groupBy(await listLicenseRows(tx, ids), (license) => license.tradingPartnerId)
  const licenseWords = (id: number) =>
    (licenses.get(id) ?? []).map(({ kind, number, stateId, validFrom, validTo }) => {
      const span = validTo === null ? `from ${printDay(validFrom)}` : `${printDay(validFrom)} to ${printDay(validTo)}`
      return `${LICENSE_KINDS[kind]} ${number}, ${stateId === null ? 'federal' : (states.get(stateId) ?? '')}, ${span}`
    })
  const columns = ['Trading partner', 'Business', 'Location', 'State', `Authorized on ${printDay(on)}`, 'Until', 'Since', 'Licenses']
  const rows = standings.flatMap(({ record, answers }) =>
    answers.map(({ status, state, until, since }: StateAuthorization) => [
      record.name,
      record.business ? PARTNER_BUSINESSES[record.business] : '',
      record.locationName ?? 'All locations',
      state?.name ?? '',
      AUTHORIZATION_WORDS[status],
      day(until),
      day(since),
      licenseWords(record.id).join('; '),
    ]),
  )
  return { on, filters: listFilters(search, states), columns, rows }
}

/** The filters in use, as pairs of name and value, with the names that the list's form shows. */
function listFilters(
  { name, gln, city, stateId, type, authorization, deactivated }: PartnerFileSearch,
  states: ReadonlyMap<number, string>,
) {
  const all: [name: string, value: string | undefined][] = [
    ['Name', name],
    ['GLN', gln],
    ['City', city],
    ['State', stateId ? states.get(stateId) : ''],
    ['Type', type ? PARTNER_TYPES[type] : ''],
    ['Authorized?', authorization ? { ...AUTHORIZATION_FILTERS, deactivated: AUTHORIZATION_WORDS.deactivated }[authorization] : ''],
    ['Partners', deactivated ? 'Only deactivated partners' : ''],
  ]
  return all.filter(([, value]) => value)
}

async function readAudited(tx: CustomerTx, session: Session, search: PartnerFileSearch) {
  const table = await readTable(tx, session, search)
  const detail = { day: table.on, rows: table.rows.length }
  await audit(tx, session, { action: 'partner.authorizations', subject: 'partner', subjectId: null, detail })
  return table
}

export async function writeAuthorizationCsv(tx: CustomerTx, session: Session, search: PartnerFileSearch) {
  const { on, columns, rows } = await readAudited(tx, session, search)
  return { filename: `authorized-partners_${on}.csv`, text: CSV_START + makeCsv([columns, ...rows]) }
}

/**
 * Prints the partners that a search finds, with their authorization, as a PDF, and records this in the audit trail.
 * @throws AppError pdf_failed
 */
export async function printAuthorizations(ctx: Context, session: Session, search: PartnerFileSearch) {
  const table = await ctx.inTx('read write', (tx) => readAudited(tx, session, search))
  const bytes = await printSheet(ctx, session, standingSheet(table, printStamp(ctx, session)))
  return { filename: `authorized-partners_${table.on}.pdf`, base64: Buffer.from(bytes).toString('base64') }
}
