import { formatAmount } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { type FileContent, text } from '../../../pack/pack-content.ts'
import { printMoment } from '../../../print/dates.ts'
import { printFile } from '../../../print/print-file.ts'
import { type Made, printStamp } from '../../../print/print-stamp.ts'
import type { Sheet } from '../../../print/sheet.ts'
import { readPersonSession } from '../../auth/person/person.service.ts'
import { storeMade } from '../../file/file.service.ts'
import { getCustomerName } from '../../location/location.joins.ts'
import { readCustomerSettings } from '../../user/customer/customer-setting.service.ts'
import { deliverMade } from '../deliver/deliver.service.ts'
import { findShipment, listDocuments, lockShipment, type ShipmentRecord, updateShipment } from '../outbound.queries.ts'
import { createShipmentLink, type ShipmentLink } from '../send/link.service.ts'
import { mailMade } from '../send/made-mail.service.ts'
import { letterSheet, typedInOf } from './letter.pdf.ts'
import { type DocumentPlace, insertDocuments, listLines, listPlaces, type NewDocument, type ShipmentLine } from './paper.queries.ts'
import { shipmentCsv } from './shipment-csv.ts'
import { statementCoverage } from './statement.rules.ts'
import { voidLetterSheet } from './void-letter.pdf.ts'
import { shipmentNumber, writeEpcis } from './write-epcis.ts'

/** The data from which a shipment's documents are made. */
interface Matter {
  shipment: ShipmentRecord
  lines: ShipmentLine[]
  places: DocumentPlace[]
  customerName: string
  author: Session | undefined
  clockHours: Session['clockHours']
  link: ShipmentLink | undefined
}

interface Draft {
  kind: NewDocument['kind']
  filename: string
  contentType: string
  content: FileContent
}

const TYPES: Record<string, string> = { pdf: 'application/pdf', html: 'text/html; charset=utf-8' }

/**
 * Makes the documents that a shipment lacks and stores them together, and queues the email with their link in the same transaction. Documents are
 * never made twice or changed; voiding a shipment only adds further documents.
 */
export async function makePapers(job: JobContext, shipmentId: number): Promise<void> {
  const matter = await readMatter(job, shipmentId)
  if (!matter || job.customerId === null) return
  const { customerId } = job
  const gaps = [...matter.shipment.gaps]
  const rows: NewDocument[] = []
  for (const { content, ...draft } of await draftPapers(job, matter, gaps)) {
    const stored = await storeMade(job, customerId, asBytes(content))
    rows.push({ shipmentId, ...draft, size: stored.size, sha256: stored.sha256, madeAt: job.clock.now() })
  }
  await job.inTx('read write', async (tx) => {
    const shipment = await lockShipment(tx, shipmentId)
    // Another attempt has already stored the documents, or the shipment was voided and the job of the void makes them.
    if (shipment?.papers !== 'queued' || shipment.state !== matter.shipment.state) return
    await insertDocuments(tx, rows)
    const lost = [...(await deliverMade(tx, shipment, job.clock.now())), ...(await mailMade(tx, job, matter))]
    const letterLink = rows.some(({ kind }) => kind === 'letter') ? { letterLinkId: matter.link?.id ?? null } : {}
    await updateShipment(tx, shipmentId, { papers: 'ready', gaps: [...gaps, ...lost], ...letterLink })
    const detail = { documents: rows.map(({ kind, sha256 }) => ({ kind, sha256 })), gaps: gaps.length }
    await audit(
      tx,
      { now: job.clock.now(), userId: null },
      { action: 'shipment.papers', subject: 'shipment', subjectId: shipmentId, detail },
    )
  })
}

async function readMatter(job: JobContext, shipmentId: number): Promise<Matter | undefined> {
  const found = await job.inTx('read only', async (tx) => {
    const shipment = await findShipment(tx, shipmentId)
    if (shipment?.papers !== 'queued' || shipment.sentById === null || job.customerId === null) return undefined
    const lines = await listLines(tx, shipmentId)
    const documentIds = [...new Set(lines.flatMap(({ documentId }) => documentId ?? []))]
    const person = { customerId: job.customerId, userId: shipment.sentById, timeZone: shipment.timeZone, now: job.clock.now() }
    return {
      shipment,
      lines,
      places: await listPlaces(tx, documentIds),
      customerName: await getCustomerName(tx),
      author: await readPersonSession(tx, person),
      clockHours: (await readCustomerSettings(tx, job.customerId)).clockHours,
    }
  })
  if (!found) return undefined
  const { author, shipment } = found
  // The letter shows the link as a QR code, so the link is created first. A voided shipment gets no new link.
  const link =
    author && shipment.state === 'sent'
      ? await job.inTx('read write', (tx) => createShipmentLink(tx, author, job.config, shipment))
      : undefined
  return { ...found, link }
}

async function draftPapers(job: JobContext, matter: Matter, gaps: string[]): Promise<Draft[]> {
  const { shipment } = matter
  const done = new Set((await job.inTx('read only', (tx) => listDocuments(tx, shipment.id))).map(({ kind }) => kind))
  const drafts: Draft[] = []
  const has = (kind: Draft['kind']) => done.has(kind) || drafts.some((one) => one.kind === kind)
  if (!done.has('csv'))
    drafts.push({
      kind: 'csv',
      filename: `${fileName(shipment)}.csv`,
      contentType: 'text/csv; charset=utf-8',
      content: text(shipmentCsv(matter.lines)),
    })
  for (const kind of shipment.state === 'voided' ? (['epcis', 'void'] as const) : (['epcis'] as const)) {
    if (done.has(kind)) continue
    const written = writeEpcis(shipment, matter.lines, matter.places, kind, job.clock.now())
    if ('gap' in written) addGap(gaps, written.gap)
    else {
      const filename = `${fileName(shipment)}${kind === 'void' ? '-void' : ''}.xml`
      drafts.push({ kind, filename, contentType: 'application/xml', content: text(written.text) })
    }
  }
  if (!done.has('letter')) {
    addGap(gaps, statementGap(matter))
    drafts.push(await draftLetter(job, matter, has('epcis')))
  }
  if (shipment.state === 'voided' && !has('void') && !has('voidLetter'))
    drafts.push(await print(job, matter, 'voidLetter', (made) => voidLetterSheet({ ...matter, made })))
  return drafts
}

function addGap(gaps: string[], gap: string | null): void {
  if (gap !== null && !gaps.includes(gap)) gaps.push(gap)
}

/**
 * A sentence about the packages that the transaction statement leaves out, because they were typed in by hand; null if there are none, or the letter
 * needs no statement.
 */
function statementGap({ shipment, lines }: Matter): string | null {
  const typedIn = typedInOf(lines)
  if (!shipment.withTi || typedIn.length === 0) return null
  if (statementCoverage(shipment, typedIn.length) === 'none') return 'No transaction statement: every package was typed in by hand.'
  const named = typedIn.length > NAMED_SERIALS ? `${typedIn.slice(0, NAMED_SERIALS).join(', ')} and others` : typedIn.join(', ')
  return `The transaction statement leaves out ${formatAmount(typedIn.length, 'package')} typed in by hand: serial ${named}.`
}

const NAMED_SERIALS = 10

const fileName = (shipment: ShipmentRecord) => shipmentNumber(shipment).toLowerCase()

function draftLetter(job: JobContext, matter: Matter, hasEpcis: boolean): Promise<Draft> {
  const { link } = matter
  return print(job, matter, 'letter', (made) =>
    letterSheet({ ...matter, link: link ? { url: link.url, until: printMoment(link.expiresAt, made) } : null, hasEpcis, made }),
  )
}

async function print(
  job: JobContext,
  { shipment, author, clockHours }: Matter,
  kind: 'letter' | 'voidLetter',
  sheetOf: (made: Made) => Sheet,
): Promise<Draft> {
  const { customerId } = job
  const session = author ?? {
    firstName: shipment.sentBy ?? '',
    lastName: '',
    timeZone: shipment.timeZone,
    clockHours,
    now: job.clock.now(),
  }
  const made = { ...printStamp(job, session as Session), timeZone: shipment.timeZone } // the stamp reads name, zone and clock only
  const printed = await printFile(
    { deps: job, session: { customerId: customerId ?? 0 } },
    `${fileName(shipment)}-${kind === 'letter' ? 'letter' : 'void-letter'}`,
    sheetOf(made),
  )
  const [, ending = 'pdf'] = /\.(\w+)$/.exec(printed.name) ?? []
  return { kind, filename: printed.name, contentType: TYPES[ending] ?? 'application/octet-stream', content: printed.content }
}

async function* asBytes(content: FileContent): AsyncGenerator<Uint8Array> {
  for await (const part of content) yield typeof part === 'string' ? Buffer.from(part) : part
}
