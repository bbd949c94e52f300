import { addOrder, documentFor, importText, mark, newParty } from '../make.ts'
import { days, type SamplesOf, type World } from '../sample.ts'
import { aPacket } from '../trading-partner/evidence-file.ts'
import { sendPicture } from './ticket-file.ts'

/** Creates four corrected files, each for a different order. The last one, `undone`, has replaced its order when this returns. */
async function correctedFiles({ t, owner }: Pick<World, 't' | 'owner'>) {
  const one = async () => {
    const sender = newParty('Corrects')
    const same = { sender, serialSeed: mark(), meds: 2 }
    await importText(t, owner.staff, documentFor(owner, { ...same, faults: ['missingReadPoint'] }))
    await importText(t, owner.staff, documentFor(owner, same))
    const [row] = await t.query<{ id: number }>('select max(id)::int as id from document_correction where customer_id = $1', [
      owner.customerId,
    ])
    return row?.id ?? 0
  }
  const [shown, replaced, kept, undone] = [await one(), await one(), await one(), await one()]
  await t.as(owner.lead).documentException.updateReplace({ correctionId: undone })
  await t.runJobs()
  return { shown, replaced, kept, undone }
}

export async function documentExceptionSamples({ t, owner, order, secret }: World): Promise<SamplesOf<'documentException'>> {
  const staff = t.as(owner.staff).documentException
  const photo = await sendPicture(t, owner.staff, 'photo.png')
  const begin = (kind: 'damage' | 'overage', { id, serials }: { id: number; serials: string[] } = { id: order.id, serials: [] }) =>
    staff.createOneTicket({ documentId: id, kind, photo, items: serials.map((serialNumber) => ({ serialNumber })) })
  const spareOrder = await addOrder(owner)
  const otherOrder = await addOrder(owner)
  const { documentExceptionId } = await begin('damage')
  const second = (await begin('damage')).documentExceptionId
  const spare = (await begin('overage')).documentExceptionId
  const closed = (await begin('overage')).documentExceptionId
  const held = (await begin('damage', spareOrder)).documentExceptionId
  const pending = (await begin('damage', otherOrder)).documentExceptionId
  await staff.createOneHold({ documentExceptionId: held })
  const file = (await staff.readOneById({ documentExceptionId })).files[0]
  const text = documentFor(owner, { faults: ['missingReadPoint'], meds: 2 })
  const { ticketNumber } = await importText(t, owner.staff, text, { filename: secret.filename })
  const found = (await staff.readManyByFilters({})).items.find((one) => one.ticketNumber === ticketNumber)?.id ?? 0
  const corrections = await correctedFiles({ t, owner })
  const filters = { sender: secret.sender }
  return {
    readManyByFilters: {
      kind: 'list',
      input: () => filters,
      rest: () => ({
        ...filters,
        recipient: '',
        startDate: days.from,
        endDate: days.to,
        status: 'All',
        errorType: 'All',
        view: undefined,
        senderGln: '',
        limit: 10,
        cursor: undefined,
      }),
    },
    readManyCsv: { kind: 'list', input: () => filters },
    readTotals: { kind: 'list', input: () => ({}) },
    readCount: { kind: 'own' },
    readOneById: { kind: 'named', input: () => ({ documentExceptionId }) },
    readManyItems: { kind: 'named', input: () => ({ documentExceptionId: found, section: 'events', page: 0 }) },
    readManyPeople: { kind: 'named', input: () => ({ documentExceptionId }) },
    createOneStatus: {
      kind: 'named',
      input: () => ({ documentExceptionId: closed, status: 'CLOSED', notes: secret.sender }),
      rest: () => ({ documentExceptionId: closed, status: 'CLOSED', notes: secret.sender, reason: 'accepted' }),
    },
    createOneDownload: { kind: 'named', input: () => ({ documentExceptionId }) },
    uploadOneFile: { kind: 'own', input: () => aPacket(secret.sender, 'note.txt') },
    createOneNote: { kind: 'named', input: () => ({ documentExceptionId, text: secret.sender }) },
    createOneTicket: { kind: 'named', input: () => ({ documentId: order.id, kind: 'damage', notes: secret.sender }) },
    readOneFile: { kind: 'named', input: () => ({ fileId: file?.id ?? 0 }) },
    updateManyOwner: { kind: 'named', input: () => ({ documentExceptionIds: [spare], userId: owner.staff.userId }) },
    updateManyClosed: { kind: 'named', input: () => ({ documentExceptionIds: [spare], reason: 'accepted' }) },
    updateOneDue: { kind: 'named', input: () => ({ documentExceptionId, dueOn: '2031-01-06' }) },
    updateOneKind: { kind: 'named', input: () => ({ documentExceptionId, category: 'unavailable', reportKind: null }) },
    updateOneFollowing: { kind: 'named', input: () => ({ documentExceptionId, isFollowing: true }) },
    readOneLetter: { kind: 'named', input: () => ({ documentExceptionId, wish: 'Send new data' }) },
    createOneAsk: {
      kind: 'named',
      input: () => ({ documentExceptionId, wish: 'Send new data', to: 'partner@mail.tst', subject: 'Lots', text: 'Please' }),
    },
    readManyLetter: { kind: 'named', input: () => ({ documentExceptionIds: [documentExceptionId, second], wish: 'Send new data' }) },
    createManyAsk: {
      kind: 'named',
      input: () => ({
        documentExceptionIds: [documentExceptionId, second],
        wish: 'Send new data',
        to: 'partner@mail.tst',
        subject: 'Lots',
        text: 'Please',
      }),
    },
    createOneHold: { kind: 'named', input: () => ({ documentExceptionId: pending }) },
    updateReleaseHeld: {
      kind: 'named',
      input: () => ({ documentExceptionId: held, pharmacist: 'Dana Ruiz', reason: 'A patient waits' }),
      by: owner.lead,
    },
    readOneCorrection: { kind: 'named', input: () => ({ correctionId: corrections.shown }) },
    readManyUnits: { kind: 'named', input: () => ({ correctionId: corrections.shown }) },
    updateReplace: { kind: 'named', input: () => ({ correctionId: corrections.replaced }), by: owner.lead },
    updateKeepFirst: { kind: 'named', input: () => ({ correctionId: corrections.kept, isIgnored: true }), by: owner.lead },
    updateUndoReplace: { kind: 'named', input: () => ({ correctionId: corrections.undone }), by: owner.lead },
    readSettings: { kind: 'own' },
    updateSettings: { kind: 'own', input: () => ({ dueDays: 4, remindDays: 2 }), by: owner.admin, isAdminOnly: true },
  }
}
