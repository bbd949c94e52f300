import { readFile } from 'node:fs/promises'
import { createSecrets } from '../../src/core/secrets.ts'
import { makeSigner, writeProof } from '../../src/domains/audit/log/checkpoint.ts'
import { completeRoot, foldNodes, type LeafRange, leafHash, listNodes, listPath } from '../../src/domains/audit/log/merkle.ts'
import { CHECKPOINT_PART, MANIFEST_SHA256, type ManifestHead, TRAIL_PART } from '../../src/pack/pack-format.ts'
import { createPackWriter } from '../../src/pack/pack-writer.ts'

/** Computes the root of a range of leaves when all leaves are in memory. */
function rootOf(leaves: readonly Buffer[], range: LeafRange): Buffer {
  const part = (level: number, index: number) => Buffer.concat(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))
  return foldNodes(listNodes(range).map(({ level, index }) => completeRoot(part(level, index))))
}

export interface SmallPack {
  bytes: Buffer
  key: string
}

/** Makes a small pack that uses every feature of the format. The audit log that the pack is proven against exists only in memory. */
export async function makeSmallPack(
  path: string,
  { secretKey = 'one secret key of the installation', id = 'p1', customerId = 7, signedAs = 7 } = {},
): Promise<SmallPack> {
  const signer = makeSigner(createSecrets(secretKey), signedAs)
  const lines = Array.from({ length: 21 }, (_, at) => `[${at + 1}, 17732${at}.5, null, "med.update", "med", ${at}, {"amount": ${at}}]`)
  const hashes = () => lines.map(leafHash)
  const path64 = (index: number) => listPath(index, [0, lines.length]).map((range) => rootOf(hashes(), range))
  const sign = () => signer.sign(lines.length, rootOf(hashes(), [0, lines.length]))
  const checkpoint = sign()
  const trail = lines.map(
    (leaf, index) => `${JSON.stringify({ leaf, index, hashes: path64(index).map((one) => one.toString('base64')) })}\n`,
  )
  const pack = createPackWriter(path, new Date('2026-03-11T09:00:00Z'))
  async function* one(text: string): AsyncGenerator<string> {
    yield text
  }
  await pack.add('00-index.txt', one(`What is in ${id}\n`))
  await pack.add('03-receipts.csv', one('serial,lot\r\n1,A\r\n2,A\r\n3,B\r\n'))
  await pack.add('04-ti/empty.xml', one(''))
  await pack.add(TRAIL_PART, one(trail.join('')))
  await pack.add(CHECKPOINT_PART, one(checkpoint))
  const head: ManifestHead = {
    ...{ id, madeAt: '2026-03-11T09:00:00.000Z', madeBy: 'Dana Ruiz', customer: { id: customerId, name: 'Corner Pharmacy' } },
    ...{
      preset: 'fda',
      selection: { from: '2026-01-01' },
      counts: { orders: 1 },
      gaps: [{ part: '04-ti', text: 'An order has no file.' }],
    },
    ...{ checkpoint, key: signer.key },
  }
  await pack.finish(head, async (manifestSha256) => {
    lines.push(`[99, 1773219600, 12, "inspection.pack", "pack", 1, ${JSON.stringify({ [MANIFEST_SHA256]: manifestSha256 })}]`)
    const index = lines.length - 1
    return writeProof(lines[index] ?? '', index, path64(index), sign())
  })
  return { bytes: await readFile(path), key: signer.key }
}
