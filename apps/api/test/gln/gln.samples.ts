import type { TestDb } from '../harness.ts'
import { newParty, type TestCustomer } from '../make.ts'
import type { SamplesOf, World } from '../sample.ts'
import { aPacket } from '../trading-partner/evidence-file.ts'

/** An unused GLN. */
export const freeGln = () => newParty('Nobody').location.gln

/** Uploads a file that proves the ownership of a location's GLNs; returns the file's id. */
export async function uploadProof(t: TestDb, of: Pick<TestCustomer, 'admin'>, customerLocationId: number): Promise<number> {
  const { evidence } = await t.as(of.admin).gln.uploadOneEvidence({ customerLocationId, ...aPacket() })
  return evidence?.id ?? 0
}

export async function glnSamples({ t, owner, order }: World): Promise<SamplesOf<'gln'>> {
  const customerLocationId = owner.main.id
  const disposition = 'BOTH' as const
  const add = async () =>
    (await t.as(owner.lead).gln.createOne({ globalLocationNumber: freeGln(), customerLocationId, disposition })).globalLocationNumber.id
  const [changed, deleted, verified, withdrawn] = [await add(), await add(), await add(), await add()]
  const proof = { source: 'license' as const, evidenceId: await uploadProof(t, owner, customerLocationId) }
  await t.as(owner.admin).gln.updateVerifyOne({ customerLocationId, globalLocationNumberId: withdrawn, ...proof })
  const by = owner.lead
  const admin = { kind: 'named', isAdminOnly: true, by: owner.admin } as const
  const key = { customerLocationId, globalLocationNumberId: changed }
  const fresh = { globalLocationNumber: freeGln(), customerLocationId, disposition }
  const other = freeGln()
  return {
    readManyByUserid: { kind: 'own' },
    readManyMissing: { kind: 'own', by },
    readOneWaiting: { kind: 'named', by, input: () => ({ ...key, uploadIds: [order.uploadId] }) },
    createOne: { kind: 'named', by, input: () => fresh },
    updateOne: { kind: 'named', by, input: () => ({ ...key, newGlobalLocationNumber: other, disposition }) },
    deleteOne: { kind: 'named', by, input: () => ({ customerLocationId, globalLocationNumberId: deleted }) },
    uploadOneEvidence: { ...admin, input: () => ({ customerLocationId, ...aPacket() }) },
    readOneEvidence: { kind: 'named', input: () => ({ evidenceId: proof.evidenceId }) },
    updateVerifyOne: { ...admin, input: () => ({ customerLocationId, globalLocationNumberId: verified, ...proof }) },
    updateWithdrawOne: { ...admin, input: () => ({ customerLocationId, globalLocationNumberId: withdrawn, reason: 'sold the shop' }) },
  }
}
