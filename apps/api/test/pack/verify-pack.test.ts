import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import vm from 'node:vm'
import { fromBlob, type Report, verifyPack } from '@seriatim/verify'
import { verifyPage } from '@seriatim/verify/page'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { damagePack } from './damage.ts'
import { makeSmallPack, type SmallPack } from './small-pack.ts'

let folder = ''
let pack: SmallPack
let other: SmallPack
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seriatim-verify-'))
  pack = await makeSmallPack(join(folder, 'a.zip'))
  other = await makeSmallPack(join(folder, 'b.zip'), { id: 'p2' })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const verify = (bytes: Uint8Array, key?: string): Promise<Report> => verifyPack(fromBlob(new Blob([Uint8Array.from(bytes)])), { key })
/** Renames a file in the zip, in its local header and in the directory, but not in the manifest. */
function renamed(from: string, to: string): Buffer {
  const out = Buffer.from(pack.bytes)
  for (const at of [out.indexOf(from), out.lastIndexOf(from)]) out.write(to, at)
  return out
}
const replaced = (from: string, to: string) => {
  const at = pack.bytes.indexOf(from)
  expect(at).toBeGreaterThan(-1)
  return Buffer.concat([pack.bytes.subarray(0, at), Buffer.from(to), pack.bytes.subarray(at + from.length)])
}

describe('verifying a pack', () => {
  test('reports what is proven, what is not, and what the author declared as missing', async () => {
    expect(await verify(pack.bytes)).toEqual({
      isProven: true,
      about: { customer: 'Corner Pharmacy', madeAt: '2026-03-11T09:00:00.000Z', madeBy: 'Dana Ruiz', preset: 'fda', files: 6 },
      fingerprint: expect.stringMatching(/^(?:[0-9a-f]{4} ){7}[0-9a-f]{4}$/),
      faults: [],
      proven: [
        'The manifest of this pack is in the audit trail of Corner Pharmacy (customer 7): row 99, inspection.pack, written 2026-03-11T09:00:00.000Z, entry 22 of the 22 that the checkpoint signs.',
        '21 rows of the audit trail are in the signed log of 21.',
        'All 6 files are what was packed, byte for byte, and nothing was added, removed or moved.',
      ],
      notProven: [
        'The pack itself lists this as missing: An order has no file.',
        expect.stringMatching(/^To confirm who signed, compare the key’s fingerprint/),
        expect.stringMatching(/^That what people entered is true\./),
      ],
    })
  })

  test('names the signer if the key or its fingerprint is given, and refuses another key', async () => {
    const { fingerprint } = await verify(pack.bytes)
    for (const key of [pack.key, String(fingerprint), String(fingerprint).toUpperCase()])
      expect((await verify(pack.bytes, key)).proven).toContain('The signature was made with the key that you provided.')
    const stranger = await makeSmallPack(join(folder, 'c.zip'), { secretKey: 'another secret key of somebody' })
    for (const key of [stranger.key, '0'.repeat(32), 'nonsense'])
      expect(await verify(pack.bytes, key)).toMatchObject({ isProven: false, proven: [] })
    expect(await verify(stranger.bytes, pack.key)).toMatchObject({ isProven: false })
  })

  test('refuses one customer’s pack if the given key belongs to another customer of the same installation', async () => {
    const neighbor = await makeSmallPack(join(folder, 'd.zip'), { customerId: 8, signedAs: 8 })
    expect(await verify(neighbor.bytes, pack.key)).toMatchObject({
      isProven: false,
      faults: [
        expect.stringMatching(
          /^The key that you gave belongs to the log seriatim\/\w+\/customer\/7, but the pack belongs to .*customer\/8\.$/,
        ),
      ],
    })
    expect((await verify(neighbor.bytes, neighbor.key)).isProven).toBe(true)
  })

  test('names a file that was changed, added or removed', async () => {
    const at = pack.bytes.indexOf('03-receipts.csv') + '03-receipts.csv'.length
    const changed = Buffer.from(pack.bytes)
    changed[at + 4] = 255 - (changed[at + 4] ?? 0)
    expect((await verify(changed)).faults).toContain('03-receipts.csv was changed.')
    expect((await verify(renamed('03-receipts.csv', '03-receiptz.csv'))).faults).toEqual(
      expect.arrayContaining(['03-receipts.csv is missing.', '03-receiptz.csv was added: the manifest does not list it.']),
    )
  })

  test('fails if a file was renamed to a path outside the pack, and reports that path as added', async () => {
    const out = await verify(renamed('03-receipts.csv', '../../etc/passw'))
    expect(out.isProven).toBe(false)
    expect(out.faults).toContain('../../etc/passw was added: the manifest does not list it.')
  })

  test('refuses the manifest of another pack, and a log of another customer', async () => {
    const tail = (bytes: Buffer) => bytes.subarray(bytes.lastIndexOf('manifest.json', bytes.lastIndexOf('c2sp.org')) - 30)
    const mixed = Buffer.concat([pack.bytes.subarray(0, pack.bytes.length - tail(pack.bytes).length), tail(other.bytes)])
    expect(await verify(mixed)).toMatchObject({ isProven: false })
    const foreign = await makeSmallPack(join(folder, 'd.zip'), { signedAs: 8 })
    expect((await verify(foreign.bytes)).faults).toEqual(['The log belongs to a different customer than the pack.'])
  })

  test('immediately refuses a file that is not a pack', async () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.alloc(5000),
      Buffer.from('PK'),
      pack.bytes.subarray(0, -1),
      Buffer.concat([pack.bytes, Buffer.of(0)]),
    ])
      expect((await verify(bytes)).faults).toEqual(['This is not a complete pack: its end is missing, or it was changed.'])
  })

  test('does not accept a signature whose base64 padding was changed', async () => {
    const signature = /\n— \S+ ([A-Za-z0-9+/]+=*)\n/.exec(pack.bytes.toString('utf8'))?.[1] ?? ''
    expect(signature).toMatch(/=$/)
    expect(await verify(replaced(signature, `${signature.slice(0, -1)}A`))).toMatchObject({ isProven: false })
  })

  test('refuses every damaged pack', async () => {
    const attempts = Number(process.env.DAMAGE_TRIES ?? 1500)
    const accepted: string[] = []
    for (let seed = 1; seed <= attempts; seed += 1) {
      const { what, bytes } = damagePack(pack.bytes, other.bytes, seed)
      if (bytes.equals(pack.bytes)) throw new Error(`The damage changed nothing: ${what}`)
      if ((await verify(bytes)).isProven) accepted.push(`${seed}: ${what}`)
    }
    expect(accepted).toEqual([])
  })

  test('also works with the verifier page in the pack, which loads nothing else', async () => {
    const page = verifyPage()
    expect(page).not.toMatch(/\bimport\s|\bfetch\(|https?:|src=/)
    const code = /<script type="module">([\s\S]*)<\/script>/.exec(page)?.[1] ?? ''
    const context = vm.createContext({
      ...{ crypto, TextEncoder, TextDecoder, DecompressionStream, Blob, atob, btoa, Uint8Array, packBytes: Uint8Array.from(pack.bytes) },
      ...{ document: { getElementById: () => ({ addEventListener: () => undefined }), addEventListener: () => undefined } },
    })
    const report = (await vm.runInContext(`(() => {${code}; return verifyPack(fromBlob(new Blob([packBytes])))})()`, context)) as Report // the script returns the verifier's report
    expect({ isProven: report.isProven, faults: [...report.faults] }).toEqual({ isProven: true, faults: [] })
  })
})
