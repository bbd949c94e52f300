import { mark } from '../make.ts'
import type { SamplesOf, World } from '../sample.ts'
import { GTIN } from './kit.ts'

export async function verificationSamples({ t, owner, secret }: World): Promise<SamplesOf<'verification'>> {
  const by = owner.staff
  const calls = t.as(by).verification
  const label = { gtin: GTIN, lotNumber: 'L1', expirationDate: '2028-04-30' }
  const question = (serialNumber: string) => ({ ...label, serialNumber, locationId: owner.main.id, purpose: 'return' as const })
  const manual = (serialNumber: string) => ({
    ...question(serialNumber),
    askedWhom: secret.sender,
    channel: 'phone' as const,
    answer: 'unavailable' as const,
  })
  const packet = (fileId: string) => ({
    id: fileId,
    groupId: mark(),
    currentPacket: 1,
    totalPackets: 1,
    filename: 'answer.txt',
    packet: Buffer.from(secret.sender).toString('base64'),
    locationId: owner.main.id,
  })
  const { id: verificationId } = await calls.createOneManual(manual(mark()))
  const { evidence } = await calls.uploadOneEvidence(packet('kept'))
  const admin = t.as(owner.admin).verification
  const settings = {
    driver: 'gs1' as const,
    baseUrl: 'http://127.0.0.1:9/vrs',
    requesterGln: '0614141000005',
    contexts: { return: 'dscsaSaleableReturn', suspect: null, exception: null, status: null },
    credentialHeader: 'ATP-Authorization',
    credential: secret.sender,
    walletUrl: null,
    walletHolder: null,
    emailAddress: null,
    phoneNumber: null,
  }
  await admin.updateOneSettings(settings)
  const items = [{ gtin: GTIN, serialNumber: mark(), lotNumber: 'L1', expirationDate: '2028-04-30' }]
  const list = { name: secret.sender, locationId: owner.main.id, purpose: 'return' as const, items }
  const { id: listId } = await calls.createOneList(list)
  await t.query("update verification_list set state = 'done' where id = $1", [listId])
  return {
    readMany: { kind: 'list', by, input: () => ({}) },
    readOne: { kind: 'named', by, input: () => ({ verificationId }) },
    readOneChoices: { kind: 'own', by },
    createOne: { kind: 'named', by, input: () => question(mark()) },
    createOneManual: { kind: 'named', by, input: () => manual(mark()) },
    createOneRetry: { kind: 'named', by, input: () => ({ verificationId }) },
    uploadOneEvidence: { kind: 'named', by, input: () => packet(mark()) },
    readOneEvidence: { kind: 'named', by, input: () => ({ evidenceId: evidence?.id ?? 0 }) },
    readOneListText: { kind: 'own', by, input: () => ({ text: `GTIN,Serial\n${GTIN},1` }) },
    createOneList: { kind: 'named', by, input: () => list },
    readManyLists: { kind: 'list', by, input: () => ({}) },
    readOneList: { kind: 'named', by, input: () => ({ listId }) },
    updateOneListRetry: { kind: 'named', by, input: () => ({ listId }) },
    readOneSettings: { kind: 'own', by: owner.admin, isAdminOnly: true },
    updateOneSettings: { kind: 'own', by: owner.admin, isAdminOnly: true, input: () => settings },
    createOneTest: { kind: 'own', by: owner.admin, isAdminOnly: true, input: () => ({ gtin: GTIN }) },
  }
}
