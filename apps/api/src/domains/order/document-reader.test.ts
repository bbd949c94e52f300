import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import yazl from 'yazl'
import { DOCUMENT_LIMITS, readDocument } from './document-reader.ts'

const dir = mkdtempSync(join(tmpdir(), 'seriatim-reader-'))
afterAll(() => rmSync(dir, { recursive: true }))

const options = { now: new Date('2026-11-21T12:00:00Z'), knownGlns: new Set<string>(), onProgress: async () => {} }
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

test('a document of more events than one order can have is refused while it is read', async () => {
  const path = join(dir, 'many.xml')
  writeFileSync(path, around('<ObjectEvent/>'.repeat(DOCUMENT_LIMITS.events + 1)))
  await expect(readDocument(path, false, options)).rejects.toThrow(/more than 250,000 events. Ask the sender to split it/)
}, 60_000)

test('a zip of one XML file is read; of two, of none or of something else it says so', async () => {
  expect((await readDocument(await zipped('one.zip', { 'a.xml': around('<ObjectEvent/>') }), true, options)).validation.events).toBe(1)
  await expect(readDocument(await zipped('two.zip', { 'a.xml': '<a/>', 'b.xml': '<b/>' }), true, options)).rejects.toThrow(/holds 2 files/)
  await expect(readDocument(await zipped('none.zip', {}), true, options)).rejects.toThrow(/holds 0 files/)
  await expect(readDocument(await zipped('pdf.zip', { 'a.xml': '%PDF-1.7' }), true, options)).rejects.toThrow(/is not XML/)
  const broken = join(dir, 'broken.zip')
  writeFileSync(broken, 'PK\x03\x04 and no more')
  await expect(readDocument(broken, true, options)).rejects.toThrow(/damaged/)
})
