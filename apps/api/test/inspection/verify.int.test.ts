import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Report, verifyPack } from '@seriatim/verify'
import { beforeEach, describe, expect, test } from 'vitest'
import { readLogFingerprint } from '../../src/domains/audit/audit-log.service.ts'
import { createPackWriter } from '../../src/pack/pack-writer.ts'
import { ZipWriter } from '../../src/pack/zip-writer.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, newCustomer, newParty } from '../make.ts'
import { days } from '../sample.ts'
import { type PackTexts, readPackBytes, readPackTexts } from './read-pack.ts'

const t = useTestDb({ config: { browser: { executablePath: '/nowhere' } as never } }) // this test checks bytes and needs no browser that prints PDFs, so pages are stored as HTML
const c = useCustomer(t)

const COMMAND = join(import.meta.dirname, '../../../../packages/verify/src/cli.js')
const verify = (bytes: Uint8Array, key?: string): Promise<Report> =>
  verifyPack({ size: bytes.length, read: async (from, to) => Uint8Array.from(bytes.subarray(from, to)) }, { key })

async function makePack(customer: Pick<typeof c, 'customerId' | 'admin'>): Promise<Buffer> {
  const { id } = await t.as(customer.admin).inspection.createOne({
    preset: 'fda',
    ...days,
    askedBy: 'Grace Holloway',
    parts: ['partners', 'receipts', 'transactions', 'exceptions', 'holds', 'recalls', 'sops', 'retention', 'audit'],
  })
  await t.runJobs()
  return readPackBytes(t, customer.customerId, id)
}

/** Writes the pack to a file and runs the command-line verifier on it in a separate process, as an inspector would, without our server. */
async function runCommand(name: string, bytes: Uint8Array, ...options: string[]) {
  const path = join(t.config.dataDir, name)
  await writeFile(path, bytes)
  return spawnSync(process.execPath, [COMMAND, path, ...options], { encoding: 'utf8' })
}

/** A pack that a forger builds with our own pack writer: other texts, a manifest that matches them, and a proof from another pack. */
async function forgePack(texts: PackTexts, changes: Record<string, string>, proof: string): Promise<Buffer> {
  const path = join(t.config.dataDir, 'forged.zip')
  const head = JSON.parse(texts.get('manifest.json') ?? '{}')
  const writer = createPackWriter(path, new Date(head.madeAt))
  for (const { name } of head.files) {
    if (name === 'verify.html') continue
    await writer.add(name, Readable.from([changes[name] ?? texts.get(name) ?? '']))
  }
  const { files: _, prefix: __, ...kept } = head
  await writer.finish(kept, async () => proof)
  return readFile(path)
}

/** Returns a copy of the pack in which one text is replaced. Everything else, including the manifest, is unchanged. */
async function replaceText(texts: PackTexts, name: string, text: string): Promise<Buffer> {
  const path = join(t.config.dataDir, 'replaced.zip')
  const zip = new ZipWriter(path, new Date(JSON.parse(texts.get('manifest.json') ?? '{}').madeAt))
  for (const [one, kept] of texts) {
    const content = one === name ? text : kept
    if (one.startsWith('manifest.')) await zip.addStored(one, Buffer.from(content))
    else await zip.add(one, Readable.from([Buffer.from(content)]))
  }
  await zip.close()
  return readFile(path)
}

const dropRow = (text = '') => text.replace(/[^\n]+\n$/, '')

describe('the verifier, given a pack made by the product', () => {
  let pack: Buffer
  let texts: PackTexts
  const proofOf = (pack: PackTexts) => pack.get('manifest.tlog-proof') ?? ''
  beforeEach(async () => {
    const order = await addOrder(c, { sender: newParty('Northway Wholesale'), purchaseOrder: 'PO-88', meds: 3 })
    await t.as(c.staff).order.updateReceiveManyBySerialnumber({ documentId: order.id, serialNumber: order.serials[0] ?? '' })
    pack = await makePack(c)
    texts = await readPackTexts(t, 'first', pack)
  })

  test('accepts an unchanged pack with the key that the product shows, both as a library and as a command', async () => {
    const fingerprint = readLogFingerprint(t.deps.secrets)
    const report = await verify(pack, fingerprint)
    expect(report.faults).toEqual([])
    expect(report).toMatchObject({ isProven: true, fingerprint, about: { customer: c.name, preset: 'fda' } })
    expect(report.proven).toEqual([
      expect.stringContaining('pack.seal'),
      expect.stringMatching(/^\d+ rows of the audit trail are in the signed log of \d+\.$/),
      expect.stringMatching(/^All \d+ files are what was packed/),
      'The signature was made with the key that you provided.',
    ])
    expect(report.notProven.join('\n')).toContain('1 order from a sender that is not a trading partner')
    const said = await runCommand('whole.zip', pack, '--key', fingerprint)
    expect([said.status, said.stderr]).toEqual([0, ''])
    expect(said.stdout).toContain('PROVEN: nothing in this pack was changed.')
  })

  test('refuses a pack with one byte changed, at each of 80 places', async () => {
    for (let at = 0; at < 80; at += 1) {
      const changed = Buffer.from(pack)
      const place = Math.floor((at * pack.length) / 80)
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
      expect((await verify(changed)).isProven, `byte ${place}`).toBe(false)
    }
    const changed = Buffer.from(pack)
    changed.writeUInt8(changed.readUInt8(1000) ^ 1, 1000)
    const said = await runCommand('changed.zip', changed)
    expect(said.status).toBe(1)
    expect(said.stdout).toContain('NOT PROVEN: do not rely on this pack.')
  })

  test('refuses a pack from which one row of a CSV file was removed, even if the manifest was adjusted', async () => {
    const name = '03-receipts.csv'
    const dropped = dropRow(texts.get(name))
    expect(dropped.split('\n').length).toBe((texts.get(name) ?? '').split('\n').length - 1)
    expect(await verify(await replaceText(texts, name, texts.get(name) ?? ''))).toMatchObject({ isProven: true })
    expect(await verify(await replaceText(texts, name, dropped))).toMatchObject({
      isProven: false,
      faults: expect.arrayContaining([`${name} was changed.`]),
    })
    expect(await verify(await forgePack(texts, { [name]: dropped }, proofOf(texts)))).toMatchObject({
      isProven: false,
      faults: ['The manifest was changed, or the proof belongs to another pack.'],
    })
  })

  test('refuses a pack with an audit row dropped or changed', async () => {
    const name = '14-audit/trail.ndjson'
    for (const text of [dropRow(texts.get(name)), (texts.get(name) ?? '').replace('pack.make', 'pack.fake')])
      expect((await verify(await replaceText(texts, name, text))).faults).toContain(`${name} was changed.`)
  })

  test('refuses a pack with the proof of another pack or of another customer', async () => {
    const stranger = await newCustomer(t)
    const theirs = await makePack(stranger)
    const foreign = await readPackTexts(t, 'foreign', theirs)
    const own = await readPackTexts(t, 'second', await makePack(c))
    expect(await verify(theirs)).toMatchObject({ isProven: true, about: { customer: stranger.name } })
    for (const proof of [proofOf(foreign), proofOf(own)])
      expect((await verify(await replaceText(texts, 'manifest.tlog-proof', proof))).isProven).toBe(false)
    expect((await verify(await replaceText(texts, 'manifest.tlog-proof', proofOf(foreign)))).faults[0]).toBe(
      'The checkpoint was signed with a different key from the one in the pack.',
    )
    const claimed = { ...JSON.parse(foreign.get('manifest.json') ?? '{}'), customer: { id: c.customerId, name: c.name } }
    expect((await verify(await replaceText(foreign, 'manifest.json', JSON.stringify(claimed)))).isProven).toBe(false)
  })
})
