import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, PASSWORD } from '../make.ts'
import { listen, makeV2Client } from '../v2/v2-client.ts'
import { GTIN, SETTINGS, toService, useSimulatorOf, useVerificationSimulator } from './kit.ts'

const t = useTestDb()
const customer = useCustomer(t)
const simulator = useVerificationSimulator(t)

beforeEach(async () => {
  t.config.verificationTimeoutMs = 30_000
  t.config.allowsLocalReceivers = true
  await useSimulatorOf(t, customer.admin)
})

const calls = (by = customer.staff) => t.as(by).verification
const question = (serialNumber: string) => ({
  gtin: GTIN,
  serialNumber,
  lotNumber: 'L1',
  expirationDate: '2028-04-30',
  locationId: customer.main.id,
  purpose: 'return' as const,
})
const ask = (serialNumber: string) => calls().createOne(question(serialNumber))

describe('a question to the manufacturer', () => {
  test('is answered “verified”, and the answer is stored with its evidence and the person who asked', async () => {
    const answer = await ask('A1')
    expect(answer).toMatchObject({
      answer: 'verified',
      additionalInfo: null,
      status: 200,
      context: 'dscsaSaleableReturn',
      driver: 'simulator',
      responderGln: '0300020000004',
      isCurrent: true,
      mayRetry: false,
    })
    expect(JSON.parse(answer.body ?? '')).toMatchObject({ data: { verified: true } })
    const { url, headers } = simulator.current().calls.at(-1) ?? {}
    expect(url).toContain(`/verify/gtin/${GTIN}/lot/L1/ser/A1?exp=280430&linkType=verificationService`)
    expect(headers?.['gs1us-version']).toBe('1.3.0')
  })

  test.each([
    ['NMS', 'No_match_GTIN_Serial'],
    ['NMSL', 'No_match_GTIN_Serial_Lot'],
    ['NMSE', 'No_match_GTIN_Serial_Expiry'],
    ['NMSLE', 'No_match_GTIN_Serial_Lot_Expiry'],
    ['POLICY', 'Manufacturer_policy'],
    ['NORESALE', 'Not_for_re-distribution'],
    ['NOREASON', 'No_reason_provided'],
    ['ODD', 'GTIN_not_registered'],
    ['CASE', 'No_match_GTIN_Serial'],
    ['BLANK', null],
  ])('about a serial number ending in %s is answered as not verified, with the manufacturer’s reason', async (ending, reason) => {
    expect(await ask(`A-${ending}`)).toMatchObject({ answer: 'notVerified', reason, mayRetry: false })
  })

  test.each([
    ['EXPIRED', 'Expired'],
    ['EXTENDED', 'ExpirationExtended'],
    ['RECALLED', 'Recalled'],
    ['SUSPECT', 'Suspect'],
    ['ILLEGITIMATE', 'Illegitimate'],
    ['OLD', 'Recalled'],
  ])('about a serial number ending in %s is answered as verified with a remark', async (ending, additionalInfo) => {
    expect(await ask(`A-${ending}`)).toMatchObject({ answer: 'verified', additionalInfo })
    const { items } = await calls().readMany({ result: 'remark', text: `A-${ending}` })
    expect(items).toHaveLength(1)
  })

  test.each([400, 401, 403, 404, 405, 408, 500, 502, 503, 504])(
    'has the result “unavailable” if the manufacturer responds with status %i, and the result includes that status',
    async (status) => {
      expect(await ask(`A-${status}`)).toMatchObject({ answer: 'unavailable', status, body: 'Simulated\n', mayRetry: true })
    },
  )

  test.each([
    ['WRONGUUID', /another question/],
    ['NOVERDICT', /no verdict/],
    ['BOTH', /no verdict/],
    ['EMPTY', /not JSON/],
    ['NOTJSON', /not JSON/],
    ['BREAK', /could not be reached/],
  ])('about a serial number ending in %s is recorded as “unavailable”, without an answer about the package', async (ending, says) => {
    const answer = await ask(`A-${ending}`)
    expect(answer).toMatchObject({ answer: 'unavailable', says: expect.stringMatching(says) })
    expect(answer.says).toMatch(/says nothing about the package/)
  })

  test('that nobody answers in time is recorded as “unavailable”', async () => {
    t.config.verificationTimeoutMs = 50
    expect(await ask('A-HANG')).toMatchObject({ answer: 'unavailable', status: null, body: null, says: expect.stringMatching(/in time/) })
  })

  test('about a package on file uses the recorded serial number and lot, and does not put the package on hold', async () => {
    const { id } = await addOrder(customer)
    const [med] = await t.query<{ id: number; serial: string; gtin: string }>(
      'select med_id as id, m.serial_number as serial, m.gtin from document_med d join med m on m.id = d.med_id where d.document_id = $1 and not d.is_package limit 1',
      [id],
    )
    const before = await t.query('select med::text as text from med where id = $1', [med?.id])
    await t.query("update med set lot_number = 'LOT 7', expiration_date = '2028-01-31' where id = $1", [med?.id])
    simulator.current().switches.isDown = true
    expect(await calls().createOne({ medId: Number(med?.id), purpose: 'suspect' })).toMatchObject({
      answer: 'unavailable',
      serialNumber: med?.serial,
      lotNumber: 'LOT 7',
      medId: Number(med?.id),
      context: 'aSuspectContext',
    })
    await t.query('update med set lot_number = null where id = $1', [med?.id])
    expect(before).toHaveLength(1)
    expect(await t.query('select count(*)::int as holds from hold_med where med_id = $1', [med?.id])).toEqual([{ holds: 0 }])
    await expect(calls().createOne({ medId: Number(med?.id), purpose: 'suspect' })).rejects.toMatchObject({
      message: expect.stringMatching(/needs GTIN, lot, expiry/),
    })
  })

  test('is refused, and not sent, without a text for its purpose, with a wrong GTIN, or for a location that the user cannot see', async () => {
    const asked = simulator.current().calls.length
    await expect(calls().createOne({ ...question('A1'), purpose: 'status' })).rejects.toMatchObject({
      message: expect.stringMatching(/purpose/),
    })
    await expect(calls().createOne({ ...question('A1'), gtin: '00312345678900' })).rejects.toMatchObject({
      message: expect.stringMatching(/GTIN is wrong/),
    })
    await expect(calls().createOne({ ...question('A1'), locationId: customer.branch.id })).rejects.toMatchObject({
      message: expect.stringMatching(/location does not exist/),
    })
    expect(simulator.current().calls).toHaveLength(asked)
  })
})

describe('an unanswered question', () => {
  test('is asked again on request, and the first attempt stays as evidence', async () => {
    simulator.current().switches.isDown = true
    const first = await ask('R1')
    simulator.current().switches.isDown = false
    const second = await calls().createOneRetry({ verificationId: first.id })
    expect(second).toMatchObject({ answer: 'verified', isCurrent: true })
    expect(await calls().readOne({ verificationId: first.id })).toMatchObject({ answer: 'unavailable', isCurrent: false, status: 503 })
    const { items } = await calls().readMany({ text: 'R1' })
    expect(items.map(({ id }) => id)).toEqual([second.id])
    await expect(calls().createOneRetry({ verificationId: first.id })).rejects.toMatchObject({
      message: expect.stringMatching(/already been repeated/),
    })
    await expect(calls().createOneRetry({ verificationId: second.id })).rejects.toMatchObject({
      message: expect.stringMatching(/has answered/),
    })
  })

  test('is asked again only once if two people repeat it at the same time', async () => {
    simulator.current().switches.isDown = true
    const { id: verificationId } = await ask('R2')
    const both = await Promise.allSettled([calls().createOneRetry({ verificationId }), calls().createOneRetry({ verificationId })])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await calls().readMany({ text: 'R2' })).items).toHaveLength(1)
  })
})

describe('by hand', () => {
  beforeEach(() => useSimulatorOf(t, customer.admin, { driver: 'manual' }))

  test('a person records whom they asked, by which channel, the answer and a file', async () => {
    await expect(ask('M1')).rejects.toMatchObject({ message: expect.stringMatching(/contacts manufacturers directly/) })
    const packet = {
      id: 'f',
      groupId: 'g',
      currentPacket: 1,
      totalPackets: 1,
      filename: 'answer.txt',
      packet: Buffer.from('It is ours.').toString('base64'),
    }
    const { evidence } = await calls().uploadOneEvidence({ ...packet, locationId: customer.main.id })
    const made = await calls().createOneManual({
      ...question('M1'),
      askedWhom: 'Quality at Acme Pharma',
      channel: 'phone',
      answer: 'notVerified',
      reason: 'The serial number was never assigned',
      evidenceId: evidence?.id ?? null,
    })
    expect(made).toMatchObject({
      driver: 'manual',
      channel: 'phone',
      answer: 'notVerified',
      context: null,
      evidence: { filename: 'answer.txt' },
    })
    expect(made.says).toBe('The manufacturer does not confirm the package: The serial number was never assigned.')
    expect(await calls().readOneEvidence({ evidenceId: evidence?.id ?? 0 })).toMatchObject({ filename: 'answer.txt' })
  })

  test('a question that nobody has answered can be recorded as unavailable', async () => {
    const made = await calls().createOneManual({
      ...question('M2'),
      askedWhom: 'Acme',
      channel: 'email',
      answer: 'unavailable',
      reason: 'ignored',
    })
    expect(made).toMatchObject({
      answer: 'unavailable',
      reason: null,
      says: 'Nobody has answered yet. This says nothing about the package.',
      mayRetry: false,
    })
  })
})

describe('the verification service', () => {
  test('gets the wallet’s presentation in the configured header, and is not called if the wallet fails', async () => {
    const asked: unknown[] = []
    let status = 200
    const wallet = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += String(chunk)
      asked.push(JSON.parse(text))
      response.writeHead(status).end(JSON.stringify({ verifiablePresentation: 'a.b.c' }))
    })
    await new Promise<void>((resolve) => void wallet.listen(0, '127.0.0.1', resolve))
    const walletUrl = `http://127.0.0.1:${(wallet.address() as AddressInfo).port}/generate` // a server that listens on a port has this kind of address
    const service = {
      driver: 'gs1',
      baseUrl: simulator.current().url,
      requesterGln: '0614141000005',
      walletUrl,
      walletHolder: 'did:example:1',
    }
    await useSimulatorOf(t, customer.admin, { ...service, credentialHeader: 'X-ATP' })
    expect(await ask('W1')).toMatchObject({ answer: 'verified', driver: 'gs1' })
    expect(simulator.current().calls.at(-1)?.headers['x-atp']).toBe('Bearer a.b.c')
    expect(asked).toMatchObject([{ holderDID: 'did:example:1', credentialType: 'DSCSAATPCredential' }])
    status = 500
    const before = simulator.current().calls.length
    expect(await ask('W2')).toMatchObject({ answer: 'unavailable', says: expect.stringMatching(/wallet/) })
    expect(simulator.current().calls).toHaveLength(before)
    await new Promise((resolve) => wallet.close(resolve))
  })

  test('keeps its credential encrypted, and sends it in the configured header', async () => {
    const service = toService(simulator.current().url)
    await useSimulatorOf(t, customer.admin, { ...service, credential: 'Bearer secret-1' })
    await ask('C1')
    expect(simulator.current().calls.at(-1)?.headers['atp-authorization']).toBe('Bearer secret-1')
    await useSimulatorOf(t, customer.admin, { ...service, driver: 'simulator' })
    await ask('C1')
    expect(simulator.current().calls.at(-1)?.headers['atp-authorization']).toBeUndefined()
    expect(await calls(customer.admin).createOneTest({ gtin: GTIN })).toMatchObject({ isOk: true })
    expect(await calls(customer.admin).readOneSettings()).toMatchObject({ hasCredential: true, hasSimulator: true })
    const stored = await t.query<{ text: string }>(
      'select verification_setting::text as text from verification_setting union all select audit::text from audit',
    )
    expect(stored.filter(({ text }) => text.includes('secret-1'))).toEqual([])
    await useSimulatorOf(t, customer.admin, { credential: '' })
    expect(await calls(customer.admin).readOneSettings()).toMatchObject({ hasCredential: false })
    const [last] = await t.query(
      "select detail->'isCredentialRemoved' as removed from audit where customer_id = $1 and action = 'verification.configure' order by id desc limit 1",
      [customer.customerId],
    )
    expect(last).toEqual({ removed: true })
  })

  test('never gets a credential that was stored for another address', async () => {
    const service = { driver: 'gs1', requesterGln: '0614141000005' }
    await useSimulatorOf(t, customer.admin, { ...service, baseUrl: 'http://127.0.0.1:4001/vrs', credential: 'Bearer secret-2' })
    await useSimulatorOf(t, customer.admin, { ...service, baseUrl: 'http://127.0.0.1:4001/other' })
    const moved = useSimulatorOf(t, customer.admin, { ...service, baseUrl: simulator.current().url })
    await expect(moved).rejects.toMatchObject({ message: expect.stringContaining('Enter the credential again') })
    await useSimulatorOf(t, customer.admin)
    await expect(useSimulatorOf(t, customer.admin, { ...service, baseUrl: simulator.current().url })).rejects.toThrow('again')
    await useSimulatorOf(t, customer.admin, { ...service, baseUrl: simulator.current().url, credential: 'Bearer secret-3' })
    await ask('C2')
    expect(simulator.current().calls.at(-1)?.headers['atp-authorization']).toBe('Bearer secret-3')
  })

  test('may not have an address on a private network: the address is neither saved nor called', async () => {
    await useSimulatorOf(t, customer.admin, { driver: 'gs1', baseUrl: simulator.current().url, requesterGln: '0614141000005' })
    t.config.allowsLocalReceivers = false
    expect(await ask('P1')).toMatchObject({ answer: 'unavailable', says: expect.stringMatching(/private network/) })
    const change = { ...SETTINGS, driver: 'gs1' as const, baseUrl: 'https://169.254.169.254/', requesterGln: '0614141000005' }
    await expect(calls(customer.admin).updateOneSettings(change)).rejects.toMatchObject({
      message: expect.stringMatching(/not a public address/),
    })
  })

  test('can be tested with a GTIN, and if the service does not answer, the test result states why', async () => {
    expect(await calls(customer.admin).createOneTest({ gtin: GTIN })).toMatchObject({
      isOk: true,
      text: expect.stringContaining('0300020000004'),
    })
    expect(await calls(customer.admin).createOneTest({ gtin: '00000000000000' })).toMatchObject({
      isOk: false,
      text: expect.stringMatching(/registered/),
    })
  })

  test('can be configured only by the customer admin', async () => {
    await expect(calls().updateOneSettings(SETTINGS)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

test('a program’s repeated question with one idempotency key is asked once, and the answers can be listed and read', async () => {
  const app = await listen(await t.app())
  const scopes = ['verifications:read', 'verifications:write'] as const
  const { accessToken } = await t
    .as(customer.staff)
    .auth.createOneAccessToken({ name: 'Program', days: 1, scopes: [...scopes], password: PASSWORD })
  const program = makeV2Client(app, accessToken)
  const asked = await program.post('/verifications', question('V-NMS'), { 'idempotency-key': 'one' })
  expect([asked.status, asked.json.answer, asked.json.reason]).toEqual([201, 'notVerified', 'No_match_GTIN_Serial'])
  expect((await program.post('/verifications', question('V-NMS'), { 'idempotency-key': 'one' })).json.id).toBe(asked.json.id)
  expect((await program.get('/verifications?result=notVerified&text=V-')).json.items).toHaveLength(1)
  expect((await program.get(`/verifications/${asked.json.id}`)).json.says).toBe(
    'The manufacturer has no package with this serial number. This answer comes from a simulator, not from the manufacturer.',
  )
  expect((await program.post('/verifications', { ...question('V-1'), gtin: '1' })).json.key).toBe('verification_gtin_wrong')
})
