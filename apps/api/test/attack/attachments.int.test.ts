import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { safeName } from '../../src/domains/file/file-name.rules.ts'
import { sealUpload } from '../../src/domains/file/upload-seal.ts'
import { wholeBytes } from '../../src/outside/storage.ts'
import { ask, pickCode } from '../answers.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { TestUser } from '../harness.ts'
import { addOrder } from '../make.ts'
import { makeRestClient } from '../rest/client.ts'

const t = useTestDb()
let app: FastifyInstance
const customer = useCustomer(t)
let medId: number
beforeAll(async () => {
  app = await t.app()
})
beforeEach(async () => {
  medId = await findMed((await addOrder(customer)).id)
})

async function findMed(documentId: number): Promise<number> {
  const [row] = await t.query<{ id: number }>('select med_id::int as id from document_med where document_id = $1 and not is_package', [
    documentId,
  ])
  return row?.id ?? 0
}

const put = (text: string) => t.deps.storage.put(customer.customerId, wholeBytes(Buffer.from(text, 'latin1')))
const sealFor = (user: TestUser, purpose: 'order' | `med ${number}`, sha256: string) =>
  sealUpload(t.deps.secrets, { customerId: customer.customerId, userId: user.userId }, purpose, sha256)
const attach = (user: TestUser, fields: object) =>
  ask(t.as(user), 'file.uploadMedattachment', { medId, contentType: 'application/pdf', size: 1, totalPackets: 1, ...fields })
const findRefusal = (call: Promise<unknown>) =>
  call.then(
    () => 'taken',
    (error: Error) => error.message,
  )
const attached = () => t.query('select from med_attachment where customer_id = $1', [customer.customerId])

async function send(filename: string, bytes: string | Buffer) {
  const group = { id: randomUUID(), groupId: randomUUID(), fileCount: 1, totalPackets: 1, currentPacket: 1, filename, contentType: 'a/b' }
  const rest = makeRestClient(app, await t.signIn(customer.staff))
  return rest.post('/file/upload/medattachment', { ...group, medId, packet: Buffer.from(bytes).toString('base64') })
}

describe('knowing a file’s SHA-256', () => {
  test('is not enough to attach the file, even at the same location', async () => {
    const { sha256 } = await put('a letter of another location')
    for (const seal of [
      undefined,
      '',
      'x',
      sealFor(customer.elsewhere, `med ${medId}`, sha256),
      sealFor(customer.staff, 'order', sha256),
    ]) {
      const call = attach(customer.staff, { filename: 'letter.txt', sha256, seal })
      await expect(call).rejects.toSatisfy(
        (error) =>
          ['not found', 'refused'].includes(pickCode(error)) || /NOT_FOUND|BAD_REQUEST/.test(String((error as { code?: string }).code)),
      )
    }
    expect(await attached()).toEqual([])
  })

  test('is not enough to create an order from the file', async () => {
    const { text } = await addOrder(customer)
    const sha256 = createHash('sha256').update(text).digest('hex')
    const stored = {
      wait: false,
      filename: 'a.xml',
      contentType: 'text/xml',
      size: 1,
      sha256,
      seal: sealFor(customer.staff, `med ${medId}`, sha256),
    }
    await expect(t.as(customer.staff).file.uploadOrder(stored)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the call that attaches a file', () => {
  test.each([
    ['a script, recognized by its name,', 'invoice.pdf.exe', '%PDF-1.7 harmless'],
    ['a program, recognized by its bytes,', 'invoice.pdf', `MZ\x90\0\x03\0\0\0\x04\0\0\0${'\0'.repeat(200)}`],
    ['a script with a dot at the end of its name', 'evil.js.', 'alert(1)'],
  ])('refuses %s even if the request bypasses the screen', async (_, filename, bytes) => {
    const { sha256 } = await put(bytes)
    const seal = sealFor(customer.staff, `med ${medId}`, sha256)
    expect(await findRefusal(attach(customer.staff, { filename, sha256, seal }))).toBe('Programs and scripts cannot be attached.')
    expect(await attached()).toEqual([])
  })

  test('ignores the declared content type', async () => {
    const { sha256 } = await put('<script>alert(1)</script>')
    await attach(customer.staff, {
      filename: 'a.pdf',
      contentType: 'text/html',
      sha256,
      seal: sealFor(customer.staff, `med ${medId}`, sha256),
    })
    expect(await t.query('select content_type from med_attachment where customer_id = $1', [customer.customerId])).toEqual([
      { content_type: 'text/plain' },
    ])
  })
})

describe('deceptive file names', () => {
  test.each(['evil.js.', 'evil.js. . ', 'evil.js\u200b', 'gpj.\u202eexe', 'a\u2066b\u2069.vbs', 'x.exe\u00a0', 'x.exe\0.pdf/../run.cmd'])(
    '%j counts as a script',
    async (filename) => {
      expect(await send(filename, 'echo hello')).toMatchObject({ status: 400 })
      expect(await attached()).toEqual([])
    },
  )

  test.each([
    ['etikett\u202efdp.txt', 'etikettfdp.txt'],
    ['label. ..', 'label'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['\u202e\u200f. ', 'upload.xml'],
    [`${'é'.repeat(199)}. x`, 'é'.repeat(199)],
    ['Grüße "ä" 包装.pdf', 'Grüße "ä" 包装.pdf'],
  ])('%j is stored as %j', (name, kept) => {
    expect(safeName(name)).toBe(kept)
  })

  test('lose their Unicode direction marks when the files are uploaded', async () => {
    const rest = makeRestClient(app, await t.signIn(customer.staff))
    await rest.upload('plain text', { filename: 'order\u202elmx.exe.xml' })
    const [upload] = await t.as(customer.staff).file.readManyUploads()
    expect(upload?.filename).toBe('orderlmx.exe.xml')
  })
})
