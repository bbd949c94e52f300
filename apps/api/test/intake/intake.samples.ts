import { createHash } from 'node:crypto'
import { sealUpload } from '../../src/domains/file/upload-seal.ts'
import { mark } from '../make.ts'
import type { SamplesOf, World } from '../sample.ts'

export async function intakeSamples({ t, owner, order, secret }: World): Promise<SamplesOf<'intake'>> {
  const open = (name: string) => t.as(owner.lead).intake.createOneDoor({ name, locationId: owner.main.id, tradingPartnerId: null })
  const [door, other] = [await open(secret.sender), await open('To be revoked')]
  const mailDoor = { name: secret.sender, locationId: owner.main.id, tradingPartnerId: null, senders: [] }
  const { doorId: mailDoorId } = await t.as(owner.lead).intake.createOneMailDoor(mailDoor)
  const { id: deliveryId } = (
    await t.query<{ id: number }>('select id::int from inbound_message where upload_id = $1', [order.uploadId])
  )[0] ?? { id: 0 }
  const { doorId: sftpDoorId } = await t.as(owner.lead).intake.createOneSftpDoor({
    ...{ name: secret.sender, locationId: owner.main.id, tradingPartnerId: null },
    publicKeys: [],
    hasPassword: true,
  })
  const pullDoor = {
    name: secret.sender,
    locationId: owner.main.id,
    tradingPartnerId: null,
    host: 'sftp.northway.tst',
    port: 22,
    userName: 'x',
    secretKind: 'password',
    secret: 'x',
    folder: '/',
    pattern: '*',
    everyMinutes: 60,
    afterwards: 'leave',
    moveTo: null,
  } as const
  const { doorId: pullDoorId } = await t.as(owner.lead).intake.createOnePullDoor(pullDoor)
  // Bytes that are not EPCIS, so that their delivery is refused but stored, and can be replayed.
  const bytes = Buffer.from(`<not-epcis>${mark()}</not-epcis>`)
  const deliver = async (userId: number, content = bytes) => {
    const stored = await t.deps.storage.put(
      owner.customerId,
      (async function* () {
        yield content
      })(),
    )
    return {
      filename: secret.filename,
      contentType: 'application/xml',
      ...stored,
      takenFor: 'xml' as const,
      seal: sealUpload(t.deps.secrets, { ...owner, userId }, 'order', stored.sha256),
    }
  }
  const own = await t.as(owner.lead).intake.createOne(await deliver(owner.lead.userId))
  const kept = await t
    .as(owner.lead)
    .intake.createOne({ ...(await deliver(owner.lead.userId, Buffer.from(`%PDF ${mark()}`))), takenFor: 'pdf' })
  await t.runJobs()
  const sealed = await deliver(owner.staff.userId)
  const { captureId } = await t.as(owner.lead).intake.createOneCapture({ ...(await deliver(owner.lead.userId)), behavior: 'rollback' })
  const bad = createHash('sha256').update(bytes).digest('hex')
  return {
    createOne: { kind: 'named', input: () => ({ ...sealed, sha256: bad }) },
    createOneCapture: { kind: 'named', input: () => ({ ...sealed, sha256: bad, behavior: 'rollback' as const }) },
    readOneCapture: { kind: 'named', by: owner.lead, input: () => ({ captureId }) },
    // The items of this list contain nothing from the documents, so the isolation test would have no secret to look for. The sample therefore adds
    // the owner's secret to the owner's own job, and the test proves that nobody else receives that job.
    readManyCaptures: {
      kind: 'list',
      by: owner.lead,
      call: async (_path, _input, user) => {
        const { items } = await t.as(user).intake.readManyCaptures({})
        return items.map((job) => ({ ...job, mark: job.captureID === String(captureId) ? secret.sender : null }))
      },
    },
    readOneReceipt: { kind: 'named', by: owner.lead, input: () => ({ deliveryId: own.id }) },
    // This sample has no input. With an input, the isolation test would expect an empty list for every other customer, but the other customers here
    // have deliveries too.
    readMany: { kind: 'list', call: (_path, _input, user) => t.as(user).intake.readMany({}) },
    readOneOverview: { kind: 'list', by: owner.lead },
    downloadOne: { kind: 'named', input: () => ({ deliveryId }) },
    updateOneReplay: { kind: 'named', by: owner.lead, input: () => ({ deliveryId: own.id }) },
    deleteOneFile: { kind: 'named', by: owner.lead, input: () => ({ deliveryId: kept.id }) },
    createOneDoor: {
      kind: 'own',
      by: owner.lead,
      call: async (_path, _input, user) => ({
        doorId: (
          await t.as(user).intake.createOneDoor({
            name: 'New',
            locationId: (await t.as(user).intake.readOneOverview()).locations[0]?.id ?? null,
            tradingPartnerId: null,
          })
        ).doorId,
      }),
    },
    createOneMailDoor: {
      kind: 'own',
      by: owner.lead,
      call: async (_path, _input, user) => ({
        doorId: (
          await t.as(user).intake.createOneMailDoor({
            name: 'New',
            locationId: (await t.as(user).intake.readOneOverview()).locations[0]?.id ?? null,
            tradingPartnerId: null,
            senders: [],
          })
        ).doorId,
      }),
    },
    createOneSftpDoor: {
      kind: 'own',
      by: owner.lead,
      call: async (_path, _input, user) => ({
        doorId: (
          await t.as(user).intake.createOneSftpDoor({
            name: 'New',
            locationId: (await t.as(user).intake.readOneOverview()).locations[0]?.id ?? null,
            tradingPartnerId: null,
            publicKeys: [],
            hasPassword: true,
          })
        ).doorId,
      }),
    },
    createOnePullDoor: {
      kind: 'own',
      by: owner.lead,
      call: async (_path, _input, user) => {
        const { locations } = await t.as(user).intake.readOneOverview()
        return t.as(user).intake.createOnePullDoor({ ...pullDoor, locationId: locations[0]?.id ?? null })
      },
    },
    updateOneSource: {
      kind: 'named',
      by: owner.lead,
      input: () => {
        const { name: _, locationId: __, tradingPartnerId: ___, ...source } = pullDoor
        return { ...source, doorId: pullDoorId }
      },
    },
    updateOneSftpAccess: { kind: 'named', by: owner.lead, input: () => ({ doorId: sftpDoorId, publicKeys: [], password: 'new' as const }) },
    updateOneHostKey: {
      kind: 'named',
      by: owner.lead,
      input: () => ({ doorId: pullDoorId, fingerprint: `SHA256:${'A'.repeat(43)}` }),
    },
    updateOneSenders: { kind: 'named', by: owner.lead, input: () => ({ doorId: mailDoorId, senders: ['northway.tst'] }) },
    deleteOneDoor: { kind: 'named', by: owner.lead, input: () => ({ doorId: other.doorId }) },
    readOneDoorTest: { kind: 'named', by: owner.lead, input: () => ({ doorId: door.doorId }) },
  }
}
