import { describe, expect, test } from 'vitest'
import { FILE_KINDS } from './file-kinds.ts'
import { OUTCOME_STATUS, type OutcomeKind, outcome, type UploadOutcome } from './upload-outcome.ts'
import { outcomeWords } from './upload-words.ts'

/** Facts for one outcome of each kind. */
const EACH: { [K in OutcomeKind]: Extract<UploadOutcome, { kind: K }>['facts'] } = {
  waiting: {},
  made: { findings: 3 },
  sentBefore: {},
  differs: { identifier: 'DOC-1' },
  corrects: {},
  notAddressed: {},
  noSerials: {},
  malformed: { fault: 'The element "a" ends as "b".' },
  empty: {},
  notXml: { looks: 'gzip' },
  zipNotOne: { files: 2 },
  zipTooMany: { most: 100 },
  zipNested: { name: 'inner.zip' },
  zipEncrypted: {},
  zipNotXml: {},
  zipTooLarge: {},
  zipDamaged: {},
  unpacked: { documents: 2, others: 1 },
  tooMuch: { what: 'events', most: 250_000 },
  tooMuchMemory: {},
  rolledBack: { wrong: 1, errors: [{ event: 7, message: 'The event has no action.' }] },
  stopped: {},
  ignored: {},
  fault: {},
  elsewhere: {},
}
const each = Object.entries(EACH).map(([kind, facts]) => outcome.parse({ kind, facts }))
const refused: UploadOutcome[] = [
  { kind: 'waiting', facts: { refusedSince: '2026-11-23T10:00:00.000Z' } },
  { kind: 'fault', facts: { isRefused: true } },
]
const full: UploadOutcome = { kind: 'zipTooLarge', facts: { isDoorFull: true } }

describe('the result of an upload', () => {
  test.each([...each, ...refused, full])('is described in whole sentences, but without a period in a table cell: $kind', (one) => {
    const { sentence, brief, title, text, reason } = outcomeWords(one)
    for (const words of [sentence, reason, ...(text === null ? [] : [text])]) expect(words).toMatch(/^[A-Z].*[.]$/)
    for (const words of [brief, title]) expect(words).toMatch(/^[A-Z].*[^.]$/)
    expect(brief.length).toBeLessThanOrEqual(80)
  })

  test('keeps its exact wording in the REST API', () => {
    expect(each.map((one) => outcomeWords(one).sentence)).toEqual([
      'Waiting to be read.',
      'Order created, 3 findings.',
      'Already on file; nothing was added.',
      'Differs from an earlier document with the same identifier (DOC-1). The new file is not used until a location admin decides.',
      'Corrects an earlier order: it has serial numbers from an order that has a problem. The new file is not used until a location admin decides.',
      'No order: we don’t know this GLN yet. If it is yours, add it.',
      'No order: the document lists no serial numbers.',
      'No order: The element "a" ends as "b".',
      'The file is empty. Only EPCIS XML files and EPCIS 2.0 JSON files are accepted.',
      'Only EPCIS XML files and EPCIS 2.0 JSON files are accepted; this looks like a gzip archive: unpack it first.',
      'Refused: The zip holds 2 files; it must hold exactly one document.',
      'Refused: The zip holds more than 100 files. Send them in several zips.',
      'Refused: The zip holds another archive, inner.zip. Unpack it and send its files.',
      'Refused: The file in the zip is encrypted. Send it without a password.',
      'Refused: The file in the zip is neither EPCIS XML nor EPCIS JSON. Only EPCIS XML files and EPCIS 2.0 JSON files are accepted.',
      'Refused: The zip unpacks to more than 2 GB, or to more than 300 times its size.',
      'Refused: The zip file is damaged.',
      'Unpacked: 2 documents. Each document of the zip is listed with its own result. 1 other file was stored but not read.',
      'Refused: The document has more than 250,000 events. Ask the sender to split it.',
      'Refused: The document needs more memory than one document may take. Ask the sender to split it.',
      'Refused: In this capture, 1 event is invalid, and the sender asked to store all events or none.',
      'Stopped. Nothing was added.',
      'Ignored: it has the identifier of an earlier document but different contents.',
      'This file could not be read because of an error in Seriatim. The file is saved and the operator was notified; you can try again.',
      'This document belongs to another location.',
    ])
  })

  test('mentions that storage access is denied, both while the upload waits and after it has failed', () => {
    expect(refused.map((one) => outcomeWords(one).brief)).toEqual([
      'Waiting for the file storage',
      'Could not be read: the file storage denied access',
    ])
    expect(refused.map((one) => outcomeWords(one).sentence)).toEqual([
      'Waiting for the file storage. The file storage denies access to the server. The file is saved and will be read once the operator has fixed this.',
      'This file could not be read: the file storage denied this server access for a whole day. The file is saved. Tell the operator of this installation, and try again when this is fixed.',
    ])
  })

  test('has a headline for each kind', () => {
    const titles = new Map(each.map((one) => [one.kind, outcomeWords(one)]))
    expect(titles.get('made')?.title).toBe('Order created, with 3 findings')
    expect(outcomeWords({ kind: 'made', facts: { findings: 0 } })).toMatchObject({
      title: 'Order created',
      brief: 'Order created',
      text: null,
    })
    expect(outcomeWords({ kind: 'made', facts: { findings: 0, orders: 2 } })).toMatchObject({
      title: '2 orders created',
      sentence: '2 orders created.',
      text: expect.stringContaining('Each has its own order'),
    })
    expect(titles.get('notAddressed')).toMatchObject({
      title: 'No order was created',
      text: 'We don’t know this GLN yet. If it is yours, add it.',
      brief: 'No order: unknown GLN',
    })
    expect(titles.get('malformed')).toMatchObject({ title: 'No order was created', text: null, reason: 'The element "a" ends as "b".' })
    expect(titles.get('differs')?.text).toMatch(
      /^It has the identifier of an earlier document \(DOC-1\) but different contents\. The new file is not used until a location admin decides/,
    )
    expect(titles.get('fault')?.brief).toBe('Could not be read: an error in Seriatim')
  })

  test('has a status for every kind of result; the result “notXml” accepts every known file type', () => {
    expect(Object.keys(OUTCOME_STATUS).sort()).toEqual(Object.keys(EACH).sort())
    for (const looks of Object.keys(FILE_KINDS)) expect(outcome.parse({ kind: 'notXml', facts: { looks } })).toBeTruthy()
  })

  test('shortens a long error in a table cell', () => {
    expect(outcomeWords({ kind: 'malformed', facts: { fault: `${'Long '.repeat(20)}.` } }).brief).toBe('No order: see why')
  })
})
