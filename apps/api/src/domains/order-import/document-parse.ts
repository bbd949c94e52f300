import { createValidator, type EpcisEvent, type Hierarchy, type LocationEntry, type MedEntry, type Validation } from '@seriatim/epcis'
import type { TOO_MUCH } from '@seriatim/schema'
import { openDocument, UnreadableError } from '../upload/document-source.service.ts'
import { divideDocument, encoded } from './divide-document.ts'
import type { ParseOptions, ReadDocument } from './document.ts'
import { DOCUMENT_LIMITS, type StoredEvent, withoutEpcs } from './import.rules.ts'
import { type EventLines, eventRows } from './import-rows.ts'

/** Counts how much of a document is kept in memory while it is read, and enforces the limits. */
class Budget {
  private events = 0
  private units = 0
  private entries = 0
  private characters = 0

  takeEvent(event: EpcisEvent): void {
    this.events += 1
    this.characters += readSize(event.bizTransactions) + readSize(event.sources) + readSize(event.destinations) + 200
    this.check()
  }

  takeEntry(entry: LocationEntry | MedEntry): void {
    this.entries += 1
    for (const value of Object.values(entry)) this.characters += value?.length ?? 0
    this.check()
  }

  /**
   * Records how many units the document has mentioned so far, and checks the limits. Called after each chunk of the file, even within an event,
   * because the unit list of a single event may be as long as the file.
   */
  takeMentions(count: number): void {
    this.units = count
    this.check()
  }

  private check(): void {
    const { events, units, entries, characters } = DOCUMENT_LIMITS
    if (this.events > events) throw tooMuch('events', events)
    if (this.units > units) throw tooMuch('mentions', units)
    if (this.entries > entries) throw tooMuch('entries', entries)
    if (this.characters > characters) throw tooMuch('characters', characters)
  }
}

const tooMuch = (what: keyof typeof TOO_MUCH, most: number) => new UnreadableError({ kind: 'tooMuch', facts: { what, most } })

const readSize = (values: readonly { type: string; value: string }[]): number =>
  values.reduce((sum, one) => sum + one.type.length + one.value.length + 40, 0)

/**
 * Streams a stored file through the validator and builds the tree of its units.
 *
 * @param onPiece called after each chunk; `total` is the number of bytes to read, for a zip its unpacked size.
 */
export async function parseDocument(
  { path, isZip, now, owners }: ParseOptions,
  onPiece: (bytes: number, total: number) => Promise<void> | void,
): Promise<ReadDocument> {
  const locations: LocationEntry[] = []
  const meds: MedEntry[] = []
  const events: StoredEvent[] = []
  const budget = new Budget()
  const { chunks, total } = await openDocument(path, isZip)
  const validator = createValidator(
    {
      location: (entry) => {
        budget.takeEntry(entry)
        locations.push(entry)
      },
      med: (entry) => {
        budget.takeEntry(entry)
        meds.push(entry)
      },
      event: (event) => {
        budget.takeEvent(event)
        events.push(withoutEpcs(event))
      },
    },
    { now, knownGlns: new Set(owners.keys()), withHierarchy: true, listsArePassing: true, size: total },
  )
  let bytes = 0
  for await (const chunk of chunks) {
    validator.write(chunk)
    budget.takeMentions(validator.mentions)
    bytes += chunk.length
    await onPiece(bytes, total)
  }
  const validation = validator.end()
  const whole = validator.hierarchy()
  if (whole === null) return { validation, tree: null, locations, meds, eventRows: new Uint8Array(), parts: [] }
  const { eventRanges: _, ...tree } = whole
  const listed = withLines(events, whole, validation)
  return {
    validation,
    tree,
    locations,
    meds,
    eventRows: encoded(eventRows(listed)),
    parts: divideDocument(listed, tree, validation.document, owners),
  }
}

function withLines(events: readonly StoredEvent[], { eventRanges }: Hierarchy, { document }: Validation): EventLines[] {
  const restatedBy = new Map(document.restatements.map(({ event, by }) => [event, by]))
  return events.map((event) => ({ event, ranges: eventRanges[event.number - 1] ?? [], restatedBy: restatedBy.get(event.number) }))
}
