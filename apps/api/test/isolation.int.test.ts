import { EMPTY_INCIDENT_FORM, type IncidentForm } from '@seriatim/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealKept } from '../src/domains/file/kept.ts'
import type { ProcedurePath } from '../src/rest/types.ts'
import { appRouter } from '../src/router.ts'
import type { Meta } from '../src/trpc.ts'
import { ask, codeOf, rowsOf } from './answers.ts'
import { askInSignIn, enrollApp } from './auth/steps.ts'
import { claiming } from './claiming.ts'
import { openTestDb, type TestDb, type TestUser } from './harness.ts'
import {
  addOrder,
  documentFor,
  importText,
  mark,
  newCustomer,
  newParty,
  PASSWORD,
  register,
  type TestCustomer,
  type TestOrder,
} from './make.ts'

let t: TestDb
let owner: TestCustomer
let stranger: TestCustomer
let order: TestOrder
/** What nobody else may ever read: serial numbers, PO, file name, sender. */
let marks: string[]
let medId: number
let productId: number
let sscc: string
let receiptId: number

const PO = `SECRET-PO-${mark()}`
const FILE = `secret-${mark()}.xml`
const SENDER = `Secret Wholesale ${mark()}`

beforeAll(async () => {
  t = await openTestDb()
  owner = await newCustomer(t, { name: `Secret Pharmacy ${mark()}` })
  stranger = await newCustomer(t, { name: 'Stranger Pharmacy' })
  await addOrder(stranger)
  order = await newOrder()
  const [line] = await t.look<{ med: number; product: number }>(
    'select med_id::int as med, epcis_med_vocabulary_id::int as product from document_med where document_id = $1 and not is_package order by line limit 1',
    [order.id],
  )
  const [unit] = await t.look<{ sscc: string }>('select sscc from document_med where document_id = $1 and sscc is not null', [order.id])
  medId = line?.med ?? 0
  productId = line?.product ?? 0
  sscc = unit?.sscc ?? ''
  receiptId =
    (await t.as(owner.staff).order.updateReceiveManyBySerialnumber({ documentId: order.id, serialNumber: order.serials[0] ?? '' }))
      .receiptId ?? 0
  marks = [...order.serials, PO, FILE, SENDER, sscc]
})
afterAll(() => t.close())

async function newOrder(): Promise<TestOrder> {
  const text = documentFor(owner, { meds: 4, purchaseOrder: PO, sender: newParty(SENDER) })
  const upload = await importText(t, owner.staff, text, { filename: FILE })
  const serials = await t.look<{ serial: string }>(
    'select m.serial_number as serial from document_med d join med m on m.id = d.med_id where d.document_id = $1 and not d.is_package order by d.line',
    [upload.documentId],
  )
  return { id: upload.documentId ?? 0, uploadId: upload.id, upload, text, serials: serials.map((row) => row.serial) }
}

/**
 * How a procedure keeps customers and locations apart. `named`: the input names something, which for others does not exist. `list`: everybody
 * may ask, and others' answers hold nothing of ours. `own`: speaks of the caller's own session and takes nothing that could name another's.
 */
type Kind = 'named' | 'list' | 'own'
interface Sample {
  kind: Kind
  /** Made once for each procedure; the same input goes to everybody. */
  input?: () => unknown
  /** Who does it rightfully; the staff of the main location unless said otherwise. */
  by?: () => TestUser
  /** A right of the customer admin alone: everybody else of the customer is refused. */
  isAdminOnly?: boolean
  /** Runs with a visitor that is on its way in, not with a finished session. */
  call?: (path: ProcedurePath, input: unknown, user: TestUser) => Promise<unknown>
}

/** Around the clock of the tests, whatever it shows. */
const days = { from: '2026-01-01', to: '2026-12-31' }
const byOrder: Sample = { kind: 'named', input: () => ({ documentId: order.id }) }
const ofSession: Sample = { kind: 'own', call: (path, input, user) => askInSignIn(t, path, input, user) }

const samples: Record<ProcedurePath, Sample> = {
  'auth.createOneToken': { kind: 'own', input: () => ({ emailAddress: owner.staff.emailAddress, password: PASSWORD }) },
  'auth.createOneTemporarypassword': { kind: 'own', input: () => ({ emailAddress: owner.staff.emailAddress }) },
  'auth.updateOneTotp': ofSession,
  'auth.updateOneResendtotp': ofSession,
  'auth.updateOneToken': ofSession,
  'auth.deleteOneToken': ofSession,
  'auth.deleteAllTokens': { kind: 'own' },
  'settings.updateChangepassword': {
    kind: 'own',
    input: () => ({ oldPassword: PASSWORD, newPassword: 'Other-Horse-8!', repeatNewPassword: 'Other-Horse-8!' }),
    by: () => owner.colleague,
  },
  'auth.readOneApp': { kind: 'own' },
  'auth.createOneApp': { kind: 'own', input: () => ({ password: PASSWORD }) },
  'auth.updateOneApp': { kind: 'own', by: () => owner.colleague, call: (_path, _input, user) => enrollApp(t, user) },
  'auth.deleteOneApp': { kind: 'own', by: () => owner.colleague, input: () => ({ password: PASSWORD }) },
  'auth.readManySessions': { kind: 'own' },
  'auth.deleteOneSession': { kind: 'named', input: () => ({ sessionId: openSession }), by: () => owner.colleague },
  'auth.deleteOtherSessions': { kind: 'own' },
  'auth.readManyAccessTokens': { kind: 'own' },
  'auth.readOneAccessTokenCount': { kind: 'own' },
  'auth.createOneAccessToken': { kind: 'own', input: () => ({ name: 'till', days: 30, password: PASSWORD }) },
  'auth.deleteOneAccessToken': { kind: 'named', input: () => ({ tokenId }) },
  'settings.updateOthersettings': { kind: 'own', input: () => ({ suspectMedEmailAddress: 'own@mail.tst' }) },
  'settings.readRegulator': { kind: 'own', by: () => owner.admin, isAdminOnly: true },
  'settings.updateRegulator': {
    kind: 'own',
    input: () => ({ regulatorEmailAddress: 'board@mail.tst' }),
    by: () => owner.admin,
    isAdminOnly: true,
  },
  'audit.readManyBySearch': {
    kind: 'list',
    input: () => ({ userId: owner.staff.userId, limit: 1000 }),
    by: () => owner.admin,
    isAdminOnly: true,
  },
  'audit.readManyPeople': { kind: 'own', by: () => owner.admin, isAdminOnly: true },
  'audit.readManySeals': { kind: 'own', input: () => ({}), by: () => owner.admin, isAdminOnly: true },
  'audit.readOneSeal': { kind: 'own', input: () => ({ number: 1, hash: '0'.repeat(64) }), by: () => owner.admin, isAdminOnly: true },
  'audit.createOneCsv': { kind: 'own', input: () => ({}), by: () => owner.admin, isAdminOnly: true },
  'customer.readOneByUserId': { kind: 'own' },
  'customer.readManyByUserid': { kind: 'own' },
  'user.readOneById': { kind: 'own' },
  'location.readAllByUserid': { kind: 'own' },
  'location.readOneCompany': { kind: 'named', input: () => ({ locationId: owner.main.id }) },

  'file.uploadOrder': {
    kind: 'named',
    input: () => ({ wait: false, filename: 'again.xml', contentType: 'application/xml', size: 1, sha256: storedHash, seal: orderSeal }),
  },
  'file.uploadMedattachment': {
    kind: 'named',
    input: () => ({ medId, filename: 'a.xml', contentType: 'text/plain', size: 1, sha256: storedHash, seal: medSeal, totalPackets: 1 }),
  },
  'file.downloadMedattachment': { kind: 'named', input: () => ({ attachmentId: attachmentIds[0] }) },
  'file.deleteOneMedattachment': { kind: 'named', input: () => ({ attachmentId: attachmentIds[1] }) },
  'file.readManyPackets': { kind: 'own', input: () => ({ medId, groupId: 'g', id: 'f' }) },
  'file.downloadEpcisdoc': byOrder,
  'file.readManyUploads': { kind: 'list' },
  'file.readOneUpload': { kind: 'named', input: () => ({ uploadId: order.uploadId }) },
  'file.stopOneUpload': { kind: 'named', input: () => ({ uploadId: stoppable }) },
  'file.retryOneUpload': { kind: 'named', input: () => ({ uploadId: retriable }) },
  'file.settleOneUpload': {
    kind: 'named',
    input: () => ({ uploadId: differing, choice: 'ignore', reason: 'sent twice' }),
    by: () => owner.lead,
  },

  'incidentReport.createOne': { kind: 'named', input: () => ({ locationId: owner.main.id, jsonData: incident() }) },
  'incidentReport.createSend': { kind: 'named', input: () => ({ ...sealed, incidentId, jsonData: incident(), locationId: owner.main.id }) },
  'incidentReport.readManyClocks': { kind: 'list' },
  'incidentReport.updateToldById': { kind: 'named', input: () => ({ incidentId, who: 'partners', how: 'told' }) },
  'incidentReport.readManyBySearch': { kind: 'list', input: () => ({ serialNumber: order.serials[0] }) },
  'incidentReport.readOneById': { kind: 'named', input: () => ({ incidentId }) },
  'incidentReport.readCountByUser': { kind: 'own' },
  'incidentReport.updateOneById': { kind: 'named', input: () => ({ id: incidentId, field: 'incidentNumber', value: '2026-7' }) },
  'incidentReport.updateTerminatedById': { kind: 'named', input: () => ({ incidentId: terminating }) },
  'incidentReport.downloadOneByPath': { kind: 'named', input: () => ({ filepath: incidentFile }) },
  'incidentReport.readManyPartners': { kind: 'named', input: () => ({ incidentId }) },
  'incidentReport.readManyHistory': { kind: 'named', input: () => ({ incidentId }) },
  'incidentReport.createManyNotices': {
    kind: 'named',
    input: () => ({ incidentId, subject: 'Notice', body: 'Dear {partner}', partners: [{ name: 'A', emailAddress: 'a@mail.tst' }] }),
  },
  'incidentReport.sendOneAgain': { kind: 'named', input: () => ({ incidentMailId: failedNotice }) },
  'incidentReport.updateLostById': { kind: 'named', input: () => ({ incidentMailId: sentMail }) },
  'incidentReport.sendOneToRegulator': { kind: 'named', input: () => ({ incidentId: unmailed }) },
  'incidentReport.saveOneDraft': { kind: 'named', input: () => ({ locationId: owner.main.id, jsonData: incident() }) },
  'incidentReport.readManyDrafts': { kind: 'list' },
  'incidentReport.deleteOneDraft': { kind: 'named', input: () => ({ draftId }) },
  'finder.readManyByText': { kind: 'list', input: () => ({ text: order.serials[0] }) },

  'med.readOnePaper': { kind: 'named', input: () => ({ medId }) },
  'med.emailOne': { kind: 'named', input: () => ({ medId, to: 'partner@mail.tst' }) },
  'med.readManyEmails': { kind: 'named', input: () => ({ medId }) },
  'med.emailOneAgain': { kind: 'named', input: () => ({ medEmailId: failedMail }) },
  'drugReference.readSearchByNdc': { kind: 'own', input: () => ({ ndc: '88010' }) },
  'drugReference.readManyByName': { kind: 'own', input: () => ({ medName: 'metformin' }) },

  'med.createOne': { kind: 'named', input: () => ({ serialNumber: 'TYPED1', locationId: owner.main.id }) },
  'med.updateVoidOne': { kind: 'named', input: () => ({ medId: typedIn }) },
  'med.createOneHold': { kind: 'named', input: () => ({ target: { documentId: spare.id, line: 1 }, reason: SENDER }) },
  'med.updateReleaseHold': { kind: 'named', input: () => ({ holdId, reason: 'looked at' }), by: () => owner.lead },
  'med.readManyHolds': { kind: 'list', input: () => ({}) },
  'med.readManyBySearch': { kind: 'list', input: () => ({ serialNumber: order.serials[0] }) },
  'med.readManyCsv': { kind: 'list', input: () => ({ serialNumber: order.serials[0] }) },
  'med.readOneById': { kind: 'named', input: () => ({ medId }) },
  'med.readManyByLocationid': { kind: 'named', input: () => ({ locationId: owner.main.id }) },
  'med.readOneBySerialnumberPedigree': { kind: 'named', input: () => ({ serialNumber: order.serials[0] }) },
  'med.readOneBySerialnumberIncident': { kind: 'named', input: () => ({ serialNumber: order.serials[0], locationId: owner.main.id }) },

  'order.readManySearch': { kind: 'list', input: () => ({ purchaseOrderNumber: PO }) },
  'order.readTotals': { kind: 'list', input: () => ({ purchaseOrderNumber: PO }) },
  'order.readOneById': byOrder,
  'order.readManyUnits': byOrder,
  'order.readScanIndex': byOrder,
  'order.readProgress': { kind: 'named', input: () => ({ documentId: order.id, afterReceiptId: 0 }) },
  'order.readManyReceipts': byOrder,
  'order.readOneReport': byOrder,
  'order.readOneCsv': byOrder,
  'order.readElsewhere': { kind: 'list', input: () => ({ documentId: 1, serialNumber: order.serials[0] }) },
  'order.readAllMedsByDocumentid': byOrder,
  'order.updateReceiveManyBySerialnumber': { kind: 'named', input: () => ({ documentId: order.id, serialNumber: order.serials[1] }) },
  'order.updateReceiveManyByEpcismedvocabularyid': {
    kind: 'named',
    input: () => ({ documentId: order.id, epcisMedVocabularyId: productId }),
  },
  'order.updateReceiveManyByShippingContainerCode': { kind: 'named', input: () => ({ documentId: order.id, shippingContainerCode: sscc }) },
  'order.updateReceiveAllByDocumentid': byOrder,
  'order.updateCloseOne': { kind: 'named', input: () => ({ documentId: short.id, reason: 'two are missing' }), by: () => owner.lead },
  'order.updateReopenOne': { kind: 'named', input: () => ({ documentId: short.id, reason: 'they came' }), by: () => owner.lead },
  'order.updateVoidOne': { kind: 'named', input: () => ({ documentId: spare.id, reason: 'not ours' }), by: () => owner.lead },
  'order.updateUndoReceipt': { kind: 'named', input: () => ({ documentId: order.id, receiptId, reason: 'wrong box' }) },
  'report.readReceiving': { kind: 'list', input: () => days },
  'report.readPedigrees': { kind: 'own', input: () => days },
  'report.readIncidents': { kind: 'own', input: () => days },
  'report.readOneCsv': { kind: 'list', input: () => ({ kind: 'receiving', range: days }) },
  'report.readOnePdf': { kind: 'own', input: () => ({ kind: 'incidents', range: days }) },
  'order.createOneSampleOrder': { kind: 'own' },
  'order.readDemoProducts': { kind: 'own' },
  'order.createOneDemoepcisfile': { kind: 'own', input: () => ({ products: [{ ndc: '8801-0500-60', quantity: 1 }] }) },
}

const incident = (more: Partial<IncidentForm> = {}): IncidentForm => ({
  ...EMPTY_INCIDENT_FORM,
  productFoundDate: '2026-11-01',
  nameOfProduct: 'Metformin',
  eventNotes: SENDER,
  serialNumber: order.serials[0] ?? '',
  contactEmail: 'contact@mail.tst',
  ...more,
})

async function sendIncident(more: Partial<IncidentForm>, known?: number): Promise<number> {
  const input = { locationId: owner.main.id, ...(known ? { incidentId: known } : {}), jsonData: incident(more) }
  const { bufferData, seal } = await t.as(owner.staff).incidentReport.createOne(input)
  return (await t.as(owner.staff).incidentReport.createSend({ ...input, bufferData, seal })).id
}

let storedHash: string
let openSession: number
let tokenId: number
const attachmentIds: number[] = []
let failedMail: number
let spare: TestOrder
let short: TestOrder
let typedIn: number
let holdId: number
let incidentId: number
let terminating: number
let incidentFile: string
let failedNotice: number
let sentMail: number
let unmailed: number
let draftId: number
let medSeal: string
let orderSeal: string
let sealed: { bufferData: string; seal: string }
let stoppable: number
let retriable: number
let differing: number

beforeAll(async () => {
  storedHash = (await t.look<{ sha256: string }>('select sha256 from upload where id = $1', [order.uploadId]))[0]?.sha256 ?? ''
  medSeal = sealKept(t.deps.secrets, { ...owner, userId: owner.staff.userId }, `med ${medId}`, storedHash)
  orderSeal = sealKept(t.deps.secrets, { ...owner, userId: owner.staff.userId }, 'order', storedHash)
  for (const filename of ['kept.xml', 'deleted.xml']) {
    const file = { medId, filename, contentType: 'text/plain', size: 1, sha256: storedHash, seal: medSeal, totalPackets: 1 }
    attachmentIds.push((await t.as(owner.staff).file.uploadMedattachment(file)).attachmentId)
  }
  await t.signIn(owner.colleague)
  openSession = (await t.as(owner.colleague).auth.readManySessions()).find((one) => !one.isCurrent)?.id ?? 0
  tokenId = (await t.as(owner.staff).auth.createOneAccessToken({ name: 'theirs', days: 30, password: PASSWORD })).tokenId
  spare = await addOrder(owner)
  short = await addOrder(owner)
  typedIn = (await t.as(owner.staff).med.createOne({ serialNumber: mark(), locationId: owner.main.id })).id
  incidentId = await sendIncident({})
  holdId = (await t.as(owner.staff).med.createOneHold({ target: { documentId: spare.id }, reason: SENDER })).holdId
  terminating = await sendIncident({ reportType: 'TERMINATE', incidentNumber: '1', terminationNotes: 'settled' }, await sendIncident({}))
  incidentFile = (await t.as(owner.staff).incidentReport.readOneById({ incidentId })).filepath
  sealed = await t.as(owner.staff).incidentReport.createOne({ locationId: owner.main.id, jsonData: incident() })
  draftId = (await t.as(owner.staff).incidentReport.saveOneDraft({ locationId: owner.main.id, jsonData: incident() })).draftId
  const notice = { incidentId, subject: 'x', body: 'x', partners: [{ name: 'A', emailAddress: 'a@mail.tst' }] }
  await t.as(owner.staff).incidentReport.createManyNotices(notice)
  await t.look(`update mail set status = 'failed' where kind = 'incident.notice'`)
  failedNotice = (await t.look<{ id: number }>(`select id::int from incident_mail where kind = 'notice'`))[0]?.id ?? 0
  unmailed = await sendIncident({ lotNumber: 'unmailed' })
  await t.look('update customer set regulator_email_address = $1 where id = $2', ['fda@mail.tst', owner.customerId])
  await t.look(`update mail set status = 'sent' where id in (select mail_id from incident_mail where report_id = $1)`, [unmailed])
  const [sent] = await t.look<{ id: number }>('select id::int from incident_mail where report_id = $1', [unmailed])
  sentMail = sent?.id ?? 0
  failedMail = (await t.as(owner.staff).med.emailOne({ medId, to: 'partner@mail.tst' })).id
  await t.look(`update mail set status = 'failed' where kind = 'med.pedigree'`)
  // Reading it ended before the document was placed, so that only the one who sent it knows of it.
  stoppable = await register(t, owner.staff, documentFor(owner))
  const stopped = await register(t, owner.staff, documentFor(owner))
  await t.as(owner.staff).file.stopOneUpload({ uploadId: stopped })
  retriable = stopped
  const twice = await register(t, owner.staff, order.text.replace('Secret', 'Altered'))
  const [job] = await t.look<{ id: string }>(`select id::text from graphile_worker.jobs where key = $1`, [
    `import ${owner.customerId} ${stoppable}`,
  ])
  await t.look(`update graphile_worker._private_jobs set run_at = now() + interval '1 day' where id = $1`, [job?.id])
  await t.runJobs()
  differing = twice
})

const run = (path: ProcedurePath, input: unknown, user: TestUser) => samples[path].call?.(path, input, user) ?? ask(t.as(user), path, input)

const paths = Object.keys(appRouter._def.procedures) as ProcedurePath[]

describe('every procedure keeps customers and locations apart', () => {
  test('every procedure has a sample', () => {
    expect(Object.keys(samples).sort()).toEqual([...paths].sort())
  })

  test.each(paths)('[ROLE-008 ROLE-009 ROLE-022] %s', async (path) => {
    const sample = samples[path]
    const input = sample.input?.()
    const mine = await run(path, input, sample.by?.() ?? owner.staff)
    expect(mine).toBeDefined()
    if (sample.kind === 'list' && path !== 'order.readTotals')
      expect(marks.some((secret) => JSON.stringify(mine).includes(secret))).toBe(true)

    for (const other of [stranger.admin, owner.elsewhere]) {
      if (sample.isAdminOnly && other === owner.elsewhere) {
        await expect(run(path, claiming(path, input, owner), other)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      } else if (sample.kind === 'named') {
        const refused = await run(path, claiming(path, input, owner), other).then(
          (answer) => ({ answered: answer }),
          (error: unknown) => error,
        )
        expect(codeOf(refused)).toBe('not found')
        expect(JSON.stringify(refused)).not.toContain(SENDER)
      } else if (!changesPassword(path)) {
        const answer = await run(path, claiming(path, input, owner), other)
        if (sample.kind === 'list' && input) expect(rowsOf(answer)).toEqual([])
        const text = JSON.stringify(answer) ?? ''
        // A search box repeats what it was asked for; that is no secret to who asked.
        const secrets = marks.filter((secret) => !JSON.stringify(input ?? {}).includes(secret))
        for (const secret of [...secrets, ...(other === stranger.admin ? [owner.name] : [])]) expect(text).not.toContain(secret)
      }
    }
  })

  test('[ROLE-008 ROLE-009] the totals of a search count nothing of others', async () => {
    expect(await t.as(owner.staff).order.readTotals({ purchaseOrderNumber: PO })).toMatchObject({ orders: 1, amountOfMeds: 4 })
    for (const other of [stranger.admin, owner.elsewhere])
      expect(await t.as(other).order.readTotals({ purchaseOrderNumber: PO })).toMatchObject({ orders: 0, amountOfMeds: 0 })
  })

  test('[ROLE-009] bytes that belong to another location stay there: who sends them again learns that, and no ids', async () => {
    const seal = sealKept(t.deps.secrets, { ...owner, userId: owner.elsewhere.userId }, 'order', storedHash)
    const stored = { filename: 'again.xml', contentType: 'application/xml', size: 1, sha256: storedHash, seal, wait: false }
    const { uploadId } = await t.as(owner.elsewhere).file.uploadOrder(stored)
    await t.runJobs()
    const shown = await t.as(owner.elsewhere).file.readOneUpload({ uploadId })
    expect(shown).toMatchObject({ status: 'elsewhere', documentId: null, ticketNumber: null, amountOfMeds: 0, findingList: [] })
    expect(JSON.stringify(shown)).not.toContain(PO)
  })

  test('every procedure with a right says where its location comes from', () => {
    for (const path of paths.filter((one) => metaOf(one)?.permission !== undefined)) {
      const { kind, isAdminOnly } = samples[path]
      // A file that is on its way in lies nowhere yet: it is named by its seal.
      const isNamed = kind === 'named' && path !== 'file.uploadOrder'
      const expected = isNamed ? ['input', 'row'] : kind === 'list' && !isAdminOnly ? ['scope'] : ['input', 'scope', 'none']
      expect(expected, path).toContain(metaOf(path)?.location)
    }
  })

  test.each(paths)('[REST-004] %s needs a session, or starts one', async (path) => {
    const isPublic = path === 'auth.createOneToken' || path === 'auth.createOneTemporarypassword'
    const answer = ask(t.anonymous(), path, samples[path].input?.())
    if (isPublic) await answer
    else await expect(answer).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: 'Not Authenticated' })
  })

  test('[ROLE-022] what a payload says of customer and rights grants nothing', async () => {
    const claims = { customerId: owner.customerId, userId: owner.admin.userId, isAdmin: true, purchaseOrderNumber: PO }
    expect(await ask(t.as(stranger.admin), 'order.readManySearch', claims)).toMatchObject({ items: [] })
    expect(await ask(t.as(stranger.admin), 'user.readOneById', claims)).toMatchObject({ id: stranger.admin.userId })
  })
})

const metaOf = (path: ProcedurePath) => (appRouter._def.procedures as unknown as Record<string, { _def: { meta?: Meta } }>)[path]?._def.meta // by name

/** Another's password is not ours to try: the owner's call has shown what there is to see. */
const changesPassword = (path: ProcedurePath) => path === 'settings.updateChangepassword'
