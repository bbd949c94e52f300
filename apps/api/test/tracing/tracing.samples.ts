import type { SamplesOf, World } from '../sample.ts'

export async function tracingSamples({ t, owner, order, secret, medId }: World): Promise<SamplesOf<'tracing'>> {
  const { lead: by, main } = owner
  const calls = t.as(by).tracing
  const items = [{ serialNumber: order.serials[0] ?? '' }]
  const asked = {
    asker: 'state' as const,
    organization: secret.sender,
    basis: 'recall' as const,
    channel: 'phone' as const,
    receivedAt: t.clock.now().toISOString(),
    locationId: main.id,
    identityHow: 'Called back',
    items,
    again: true,
  }
  const create = async () => ({ requestId: (await calls.createOne(asked)).id ?? 0 })
  const prepare = async (request: { requestId: number }) => ({ ...request, ...(await calls.createOneAnswer(request)) })
  const request = await create()
  const answer = await prepare(request)
  const discarded = await prepare(await create())
  await t.runJobs()
  const acknowledged = await create()
  const answered = await create()
  const ended = await create()
  await calls.updateOneEnd(ended)
  const mailed = await prepare(await create())
  await t.runJobs()
  await calls.createOneMail({ ...mailed, to: 'reader@board.tst', text: 'Here.' })
  await t.runJobs()
  const [sending] = (await calls.readOne(mailed)).answers.flatMap(({ sendings }) => sendings)
  const ending = await create()
  const partner = await t
    .as(owner.admin)
    .tradingPartner.createOne({ name: secret.sender, type: 'upstream', customerLocationId: main.id } as never) // the test needs only these fields
  const drill = await calls.createOneDrill({ locationId: main.id })
  const [entry] = await t.query<{ id: number }>('select id::int from tracing_entry where request_id = $1 limit 1', [request.requestId])
  const [file] = await t.query<{ id: number }>(
    `insert into tracing_file (customer_id, request_id, entry_id, filename, content_type, size, sha256)
     select $1, $2, $3, 'asked.txt', 'text/plain', u.size, u.sha256 from upload u where u.id = $4 returning id::int`,
    [owner.customerId, request.requestId, entry?.id ?? 0, order.uploadId],
  )
  return {
    readMany: { kind: 'list', by, input: () => ({ view: 'all' as const }) },
    readOneFigures: { kind: 'own', by },
    readOneCount: { kind: 'own', by },
    readOne: { kind: 'named', by, input: () => request },
    readOneFound: { kind: 'named', by, input: () => request },
    readManyItems: { kind: 'named', by, input: () => request },
    readOneChoices: { kind: 'list', by },
    readOneStart: { kind: 'named', by, input: () => ({ kind: 'med' as const, id: medId }) },
    readOneFile: { kind: 'own', by, input: () => ({ filename: 'ask.csv', text: 'Serial number\nA1\n' }) },
    createOne: { kind: 'named', by, input: () => asked },
    createOneDrill: { kind: 'named', by, input: () => ({ locationId: main.id }) },
    createOneAsk: {
      kind: 'named',
      by,
      input: () => ({
        tradingPartnerId: (partner as { id: number }).id, // the call returns the partner with its id
        to: 'ines@quarry.tst',
        basis: 'suspect' as const,
        locationId: main.id,
        dueOn: '2026-12-31',
        text: 'Who had this before you?',
        items,
      }),
    },
    createManyItems: { kind: 'named', by, input: () => ({ ...request, items }) },
    updateOne: {
      kind: 'named',
      by,
      input: () => ({
        ...request,
        ...{ asker: 'state' as const, basis: 'recall' as const, organization: secret.sender },
        ...{ wish: 'allOwners' as const, channel: 'phone' as const, receivedAt: '2026-01-05T15:00:00Z', locationId: main.id },
      }),
    },
    updateOneIdentity: { kind: 'named', by, input: () => ({ ...request, how: 'Called back' }) },
    updateOneAcknowledge: { kind: 'named', by, input: () => acknowledged },
    updateOneSearch: { kind: 'named', by, input: () => request },
    updateOneEnd: { kind: 'named', by, input: () => ending },
    updateOneReopen: { kind: 'named', by, input: () => ended },
    updateOneUndelivered: { kind: 'named', by, input: () => ({ requestId: mailed.requestId, sendingId: sending?.id ?? 0 }) },
    readOnePreview: { kind: 'named', by, input: () => request },
    createOneAnswer: { kind: 'named', by, input: () => answered },
    updateOneDiscard: { kind: 'named', by, input: () => discarded },
    createOneMail: { kind: 'named', by, input: () => ({ ...answer, to: 'reader@board.tst', text: 'Here.' }) },
    createOneLink: { kind: 'named', by, input: () => ({ ...answer, days: 3 }) },
    updateOneLinkEnd: { kind: 'named', by, input: () => ({ requestId: mailed.requestId, sendingId: sending?.id ?? 0 }) },
    updateOneHandedOver: { kind: 'named', by, input: () => answer },
    downloadOne: { kind: 'named', by, input: () => answer },
    downloadOneFile: { kind: 'named', by, input: () => ({ requestId: request.requestId, fileId: file?.id ?? 0 }) },
    readOneDrillPdf: { kind: 'named', by, input: () => ({ requestId: drill.id ?? 0 }) },
  }
}
