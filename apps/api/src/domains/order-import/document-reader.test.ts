import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDocument, readSerial } from '@seriatim/epcis'
import { afterAll, expect, test } from 'vitest'
import yazl from 'yazl'
import { readDocument } from './document-reader.ts'
import { DOCUMENT_LIMITS } from './import.rules.ts'

const dir = mkdtempSync(join(tmpdir(), 'seriatim-reader-'))
afterAll(() => rmSync(dir, { recursive: true }))

const options = { now: new Date('2026-11-21T12:00:00Z'), owners: new Map<string, number>(), onProgress: async () => {} }
const around = (events: string) =>
  `<epcis:EPCISDocument xmlns:epcis="urn:epcglobal:epcis:xsd:1" schemaVersion="1.2" creationDate="2026-01-01T00:00:00Z"><EPCISBody><EventList>${events}</EventList></EPCISBody></epcis:EPCISDocument>`

async function zipped(name: string, files: Record<string, string>): Promise<string> {
  const zip = new yazl.ZipFile()
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream as AsyncIterable<Buffer>) parts.push(part)
  const path = join(dir, name)
  writeFileSync(path, Buffer.concat(parts))
  return path
}

test('a document with more events than an order may have is refused while it is being read', async () => {
  const path = join(dir, 'many.xml')
  writeFileSync(path, around('<ObjectEvent/>'.repeat(DOCUMENT_LIMITS.events + 1)))
  await expect(readDocument(path, false, options)).rejects.toThrow(/more than 250,000 events. Ask the sender to split it/)
}, 60_000)

test('a zip of one XML file is read; any other zip is refused with the reason', async () => {
  expect((await readDocument(await zipped('one.zip', { 'a.xml': around('<ObjectEvent/>') }), true, options)).validation.events).toBe(1)
  await expect(readDocument(await zipped('two.zip', { 'a.xml': '<a/>', 'b.xml': '<b/>' }), true, options)).rejects.toThrow(/holds 2 files/)
  await expect(readDocument(await zipped('none.zip', {}), true, options)).rejects.toThrow(/holds 0 files/)
  await expect(readDocument(await zipped('pdf.zip', { 'a.xml': '%PDF-1.7' }), true, options)).rejects.toThrow(
    /neither EPCIS XML nor EPCIS JSON/,
  )
  const broken = join(dir, 'broken.zip')
  writeFileSync(broken, 'PK\x03\x04 and no more')
  await expect(readDocument(broken, true, options)).rejects.toThrow(/damaged/)
}, 60_000)

/** Writes a document that is large enough to be read in a separate thread, and returns its path. */
function largeFile(name: string, meds = 20_000): string {
  const path = join(dir, name)
  const document = { meds, perCase: 20, casesPerPallet: 50, now: options.now, serialSeed: name, instanceIdentifier: name }
  writeFileSync(path, [...makeDocument(document)].join(''))
  return path
}

test('a large document is read in a worker thread, with every serial number and event', async () => {
  const { tree, validation, eventRows } = await readDocument(largeFile('large.xml'), false, options)
  expect(validation).toMatchObject({ verdict: 'ok', meds: 20_000 })
  expect(tree).toMatchObject({ meds: 20_000, shippedMeds: 20_000, packages: 1_020 })
  expect(new Set(tree && Array.from({ length: tree.count }, (_, line) => readSerial(tree, line))).size).toBe(21_020)
  expect(new TextDecoder().decode(eventRows).split('\n')).toHaveLength(validation.events + 1)
}, 60_000)

test('a document that needs too much memory fails with a message, and affects no other document', async () => {
  const reading = readDocument(largeFile('much.xml', 100_000), false, { ...options, heapMegabytes: 10 })
  await expect(reading).rejects.toThrow('needs more memory than one document may take')
}, 60_000)

test('canceling a read ends it at once', async () => {
  const stopped = new Error('stopped by the user')
  const reading = readDocument(largeFile('stopped.xml'), false, { ...options, onProgress: () => Promise.reject(stopped) })
  await expect(reading).rejects.toBe(stopped)
}, 60_000)

test('an event with more serial numbers than an order can have is refused while it is being read', async () => {
  const path = join(dir, 'one-event.xml')
  const file = openSync(path, 'w')
  const epcs = '<epc>a</epc>'.repeat(100_000)
  writeSync(file, around('').replace('</EventList></EPCISBody></epcis:EPCISDocument>', '<ObjectEvent><epcList>'))
  for (let times = 0; times <= DOCUMENT_LIMITS.units / 100_000; times += 1) writeSync(file, epcs)
  closeSync(file)
  await expect(readDocument(path, false, options)).rejects.toThrow(/more than 8,000,000 mentions/)
}, 60_000)
