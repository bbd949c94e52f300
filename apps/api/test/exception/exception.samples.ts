import { addOrder, documentFor, importText } from '../make.ts'
import { days, type SamplesOf, type World } from '../sample.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export async function documentExceptionSamples({ t, owner, order, secret }: World): Promise<SamplesOf<'documentException'>> {
  const staff = t.as(owner.staff).documentException
  const photo = { filename: 'photo.png', base64: PIXEL }
  const begin = (kind: 'damage' | 'overage', documentId = order.id) => staff.createOneTicket({ documentId, kind, photo })
  const { documentExceptionId } = await begin('damage')
  const spare = (await begin('overage')).documentExceptionId
  const closed = (await begin('overage')).documentExceptionId
  // Of orders of their own: the samples of meds send those of the other one.
  const held = (await begin('damage', (await addOrder(owner)).id)).documentExceptionId
  const pending = (await begin('damage', (await addOrder(owner)).id)).documentExceptionId
  await staff.createOneHold({ documentExceptionId: held })
  const file = (await staff.readOneById({ documentExceptionId })).files[0]
  const text = documentFor(owner, { faults: ['missingReadPoint'], meds: 2 })
  const { ticketNumber } = await importText(t, owner.staff, text, { filename: secret.filename })
  const found = (await staff.readManyByFilters({})).items.find((one) => one.ticketNumber === ticketNumber)?.id ?? 0
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
    createOneHold: { kind: 'named', input: () => ({ documentExceptionId: pending }) },
    updateReleaseHeld: {
      kind: 'named',
      input: () => ({ documentExceptionId: held, pharmacist: 'Dana Ruiz', reason: 'A patient waits' }),
      by: owner.lead,
    },
    readSettings: { kind: 'own' },
    updateSettings: { kind: 'own', input: () => ({ dueDays: 4, remindDays: 2 }), by: owner.admin, isAdminOnly: true },
  }
}
