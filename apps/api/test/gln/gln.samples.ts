import { newParty } from '../make.ts'
import type { SamplesOf, World } from '../sample.ts'
import { aPacket } from '../trading-partner/evidence-file.ts'

/** A GLN that nobody has. */
export const freeGln = () => newParty('Nobody').location.gln

export async function glnSamples({ t, owner, order }: World): Promise<SamplesOf<'gln'>> {
  const customerLocationId = owner.main.id
  const disposition = 'BOTH' as const
  const add = async () =>
    (await t.as(owner.lead).gln.createOne({ globalLocationNumber: freeGln(), customerLocationId, disposition })).globalLocationNumber.id
  const [changed, deleted, verified, withdrawn] = [await add(), await add(), await add(), await add()]
  await t.as(owner.admin).gln.updateVerifyOne({ customerLocationId, globalLocationNumberId: withdrawn, source: 'license' })
  const by = owner.lead
  const admin = { kind: 'named', isAdminOnly: true, by: owner.admin } as const
  const key = { customerLocationId, globalLocationNumberId: changed }
  const fresh = { globalLocationNumber: freeGln(), customerLocationId, disposition }
  const other = freeGln()
  const { evidence } = await t.as(owner.admin).gln.uploadOneEvidence({ customerLocationId, ...aPacket() })
  return {
    readManyByUserid: { kind: 'own' },
    readManyMissing: { kind: 'own', by },
    readOneWaiting: { kind: 'named', by, input: () => ({ ...key, uploadIds: [order.uploadId] }) },
    createOne: { kind: 'named', by, input: () => fresh },
    updateOne: { kind: 'named', by, input: () => ({ ...key, newGlobalLocationNumber: other, disposition }) },
    deleteOne: { kind: 'named', by, input: () => ({ customerLocationId, globalLocationNumberId: deleted }) },
    uploadOneEvidence: { ...admin, input: () => ({ customerLocationId, ...aPacket() }) },
    readOneEvidence: { kind: 'named', input: () => ({ evidenceId: evidence?.id ?? 0 }) },
    updateVerifyOne: { ...admin, input: () => ({ customerLocationId, globalLocationNumberId: verified, source: 'license' }) },
    updateWithdrawOne: { ...admin, input: () => ({ customerLocationId, globalLocationNumberId: withdrawn, reason: 'sold the shop' }) },
  }
}
