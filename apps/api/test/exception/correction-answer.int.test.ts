import { describe, expect, test } from 'vitest'
import { replyText } from '../../src/domains/exception/reply/reply.rules.ts'
import { receiveReply } from '../../src/domains/exception/reply/reply.service.ts'
import { replyAddress } from '../../src/domains/exception/reply/reply-token.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, type DocumentChanges, documentFor, importText, mark, newParty } from '../make.ts'
import { correctionKit, without } from './correction-kit.ts'

const t = useTestDb()
const customer = useCustomer(t)

const calls = (user = customer.staff) => t.as(user).documentException
const orders = (user = customer.staff) => t.as(user).order
const { faulty, send, shown, replace } = correctionKit(t, customer)

describe('a file that came with an answer', () => {
  const answer = async (documentExceptionId: number, text: string) => {
    const base = t.config.replyAddress ?? ''
    const to = [replyAddress(t.deps.secrets, base, { customerId: customer.customerId, documentExceptionId })]
    const attachments = [{ filename: 'r1.xml', content: Buffer.from(text) }]
    const writing = replyText('Here')
    await receiveReply(t.deps, { to, from: 'a@b.tst', subject: 'Re', writing, messageId: mark(), headers: new Map(), attachments })
    await t.runJobs()
  }

  test('is recognized as a correction by a single shared serial number', async () => {
    const { ticketId, order, same } = await faulty()
    const text = order.serials.slice(1).reduce((all, serial, at) => without(all, serial, `OTHER${at}`), documentFor(customer, same))
    await answer(ticketId, text)
    expect((await calls().readOneById({ documentExceptionId: ticketId })).corrections).toMatchObject([
      { filename: 'r1.xml', state: 'found' },
    ])
  })

  test('is compared with the order now in use if the faulty order was already replaced', async () => {
    const { ticketId, same } = await faulty()
    const first = await send(documentFor(customer, { ...same, faults: ['missingReadPoint'] }))
    const inUse = (await replace(first.correctionId)).corrected.documentId
    await answer(ticketId, documentFor(customer, same))
    const [found] = await t.query(
      `select old_document_id::int as "oldDocumentId", state from document_correction where customer_id = $1 order by id desc limit 1`,
      [customer.customerId],
    )
    expect(found).toEqual({ oldDocumentId: inUse, state: 'found' })
  })

  /** Creates a ticket about a file that is addressed to nobody here, so that the ticket has no order. */
  const orderless = async (changes: DocumentChanges = {}) => {
    const same = { sender: newParty('North'), serialSeed: mark(), ...changes }
    await importText(t, customer.staff, documentFor(customer, { ...same, receiver: newParty('Nobody here') }))
    const [ticket] = (await calls().readManyByFilters({})).items
    return { same, ticketId: ticket?.id ?? 0 }
  }

  test('becomes an order if its ticket has none, and resolves the ticket if packages, PO, shipping notice or identifier match', async () => {
    const unlike = { serialSeed: mark(), despatchAdvice: 'ASN-2' }
    for (const [asked, sent] of [
      [{}, { despatchAdvice: 'ASN-2' }],
      [{ purchaseOrder: 'PO-77' }, unlike],
      [{ despatchAdvice: 'ASN-1' }, { ...unlike, despatchAdvice: 'ASN-1', serialSeed: mark() }],
      [{ instanceIdentifier: 'DOC-77' }, { ...unlike, serialSeed: mark() }],
    ]) {
      const { same, ticketId } = await orderless(asked)
      await answer(ticketId, documentFor(customer, { ...same, ...sent }))
      expect((await calls().readOneById({ documentExceptionId: ticketId })).currentErrorStatus).toBe('RESOLVED')
    }
    expect((await orders(customer.admin).readManySearch({})).items).toHaveLength(4)
  })

  test('is mentioned on the ticket, which stays open, if the file became an order unrelated to the ticket', async () => {
    const { same, ticketId } = await orderless()
    await answer(ticketId, documentFor(customer, { ...same, serialSeed: mark(), despatchAdvice: mark() }))
    expect((await orders(customer.admin).readManySearch({})).items).toHaveLength(1)
    const { currentErrorStatus, activity } = await calls().readOneById({ documentExceptionId: ticketId })
    expect(currentErrorStatus).toBe('OPEN')
    expect(activity.find(({ kind }) => kind === 'linked')).toMatchObject({
      what: 'r1.xml became an order, but it has none of the packages, the PO number or the shipping notice of this ticket',
      href: expect.stringMatching(/^\/orders\/receive\/\d+$/),
    })
  })

  test('for a closed ticket can be read again to create the order, and the ticket stays closed', async () => {
    const { ticketId } = await orderless()
    await calls().createOneStatus({ documentExceptionId: ticketId, status: 'CLOSED', reason: 'accepted' })
    const { uploadId } = await calls().readOneById({ documentExceptionId: ticketId })
    await t.as(customer.staff).file.retryOneUpload({ uploadId: uploadId ?? 0 })
    await t.runJobs()
    const { currentErrorStatus, activity } = await calls().readOneById({ documentExceptionId: ticketId })
    expect(currentErrorStatus).toBe('CLOSED')
    expect(activity[0]).toMatchObject({ kind: 'linked', what: 'The file was read again; no order could be created' })
  })
})

describe('a decision about a corrected file', () => {
  const decide = (correctionId: number) => calls(customer.lead).updateReplace({ correctionId })

  test('is pending again if the import of that file was stopped, and the ticket gives the reason', async () => {
    const { ticketId, same } = await faulty()
    const { upload, correctionId } = await send(documentFor(customer, same))
    await decide(correctionId)
    expect((await shown(correctionId)).state).toBe('replacing')
    await t.as(customer.staff).file.stopOneUpload({ uploadId: upload.id })
    await t.runJobs()
    expect(await shown(correctionId)).toMatchObject({ state: 'found', decided: null })
    const { activity } = await calls().readOneById({ documentExceptionId: ticketId })
    expect(activity[0]?.what).toBe('corrected.xml did not replace the first file: Staff Tester stopped the upload. Please decide again')
    expect((await replace(correctionId)).state).toBe('replaced')
  })

  test('returns to pending if the file can no longer be read', async () => {
    const { same } = await faulty()
    const { upload, correctionId } = await send(documentFor(customer, same))
    const [row] = await t.query<{ sha256: string }>('select sha256 from upload where id = $1', [upload.id])
    await t.deps.storage.delete(customer.customerId, row?.sha256 ?? '')
    await decide(correctionId)
    // Makes the job's retries due at once and runs them. The test calls this repeatedly, because the job engine decides when it records an attempt.
    const state = async () => {
      await t.query(
        'select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs where locked_at is null',
      )
      await t.runJobs()
      return (await shown(correctionId)).state
    }
    await expect.poll(state).toBe('found')
    expect(await shown(correctionId)).toMatchObject({ state: 'found', decided: null })
  })

  test('wins over a concurrent decision about another corrected file: the other decision is refused, and its file is offered again', async () => {
    const { same } = await faulty({ instanceIdentifier: 'NW-5' })
    const first = await send(documentFor(customer, { ...same, instanceIdentifier: 'NW-5' }), 'first.xml')
    const second = await send(documentFor(customer, { ...same, instanceIdentifier: 'NW-5', meds: 7 }), 'second.xml')
    const both = await Promise.allSettled([decide(first.correctionId), decide(second.correctionId)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refusal = both.find((one) => one.status === 'rejected')
    expect(refusal?.reason).toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(/^Another corrected file/) })
    await t.runJobs()
    const states = await t.query<{ state: string }>('select state from document_correction where customer_id = $1 order by id', [
      customer.customerId,
    ])
    expect(states.map(({ state }) => state).sort()).toEqual(['found', 'outdated', 'replaced'])
  })

  test('can replace the order; if the corrected file has become a separate order by then, that separate order replaces the first one', async () => {
    const { order, same } = await faulty()
    const text = documentFor(customer, same)
    const first = await send(text, 'first.xml')
    const second = await send(text, 'again.xml')
    await calls(customer.lead).updateKeepFirst({ correctionId: second.correctionId, isIgnored: false })
    await t.runJobs()
    const other = (await orders().readManySearch({})).items.map(({ documentId }) => documentId).find((id) => id !== order.id)
    expect(await replace(first.correctionId)).toMatchObject({ state: 'replaced', corrected: { documentId: other } })
    expect((await orders().readManySearch({})).items.map(({ documentId }) => documentId)).toEqual([other])
  })

  test('leads to a separate order if somebody voided the first order in the meantime', async () => {
    const { order, same } = await faulty()
    const { correctionId } = await send(documentFor(customer, same))
    await decide(correctionId)
    await orders(customer.lead).updateVoidOne({ documentId: order.id, reason: 'sent by mistake' })
    await t.runJobs()
    expect(await shown(correctionId)).toMatchObject({ state: 'kept', corrected: { documentId: expect.any(Number) } })
    expect((await orders().readManySearch({})).items).toHaveLength(1)
  })

  test('can be undone, after which a second corrected file for the same order can be chosen instead', async () => {
    const { order, same } = await faulty({ instanceIdentifier: 'NW-6' })
    const first = await send(documentFor(customer, { ...same, instanceIdentifier: 'NW-6' }), 'first.xml')
    await send(documentFor(customer, { ...same, instanceIdentifier: 'NW-6', meds: 7 }), 'second.xml')
    await replace(first.correctionId)
    await calls(customer.lead).updateUndoReplace({ correctionId: first.correctionId })
    await t.runJobs()
    const [row] = await t.query<{ id: number }>('select max(id)::int as id from document_correction where customer_id = $1', [
      customer.customerId,
    ])
    expect(await shown(row?.id ?? 0)).toMatchObject({
      state: 'found',
      old: { documentId: order.id, meds: 6 },
      corrected: { filename: 'second.xml' },
    })
    expect((await replace(row?.id ?? 0)).state).toBe('replaced')
  })

  test('can be undone; another corrected file that has already become an order is then offered as a correction again', async () => {
    const same = { sender: newParty('Early'), serialSeed: mark(), meds: 4 }
    const order = await addOrder(customer, same)
    const later = (await send(documentFor(customer, same))).upload.documentId ?? 0
    const ticket = await calls().createOneTicket({ documentId: order.id, kind: 'unknownScan', items: [{ serialNumber: 'X1' }] })
    const inUse = (await calls().readOneById(ticket)).corrections[0]?.id ?? 0
    const { correctionId } = await send(without(documentFor(customer, same), order.serials[0] ?? '', 'BRANDNEW9'), 'third.xml')
    await replace(correctionId)
    await calls(customer.lead).updateUndoReplace({ correctionId })
    expect(await shown(inUse)).toMatchObject({ state: 'found', corrected: { documentId: later } })
  })
})
