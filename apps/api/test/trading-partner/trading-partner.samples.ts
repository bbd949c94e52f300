import { freeGln } from '../gln/gln.samples.ts'
import { addOrder, newParty } from '../make.ts'
import type { SamplesOf, World } from '../sample.ts'
import { aPacket } from './evidence-file.ts'

const address = {
  name: 'Dock',
  addressLineOne: '1180 Dock Street',
  addressLineTwo: null,
  city: 'Newark',
  stateId: null,
  postalCode: '07114',
  addressType: 'physical' as const,
}
const contact = {
  firstName: 'Marta',
  lastName: 'Lind',
  title: null,
  contactDetails: [{ contactType: 'phone' as const, contactDetail: '1' }],
}
const license = { kind: 'wholesaler' as const, number: '031-04418', validFrom: '2026-01-01', validTo: '2027-12-31' }

export async function tradingPartnerSamples({ t, owner, secret, order }: World): Promise<SamplesOf<'tradingPartner'>> {
  const staff = t.as(owner.staff).tradingPartner
  const customerLocationId = owner.main.id
  const make = (name: string) =>
    staff.createOne({
      customerLocationId,
      name,
      type: 'upstream',
      globalLocationNumbers: [freeGln(), freeGln()],
      addresses: [address, address],
      contacts: [contact, contact],
      accountNumbers: ['A-1', 'A-2'],
    })
  const partner = await make(secret.sender)
  const gone = await make('Gone')
  await staff.updateDeactivateOne({ id: gone.id, reason: 'closed down' })
  const leaving = await make('Leaving')
  const { id } = partner
  const [gln, gln2] = partner.globalLocationNumbers
  const [first, second] = partner.addresses
  const [one, two] = partner.contacts
  const [account, account2] = partner.accountNumbers
  const added = await staff.createOneLicense({ tradingPartnerId: id, ...license })
  const { licenses } = await staff.createOneLicense({ tradingPartnerId: id, ...license })
  const whole = {
    customerLocationId,
    name: 'Another',
    type: 'both' as const,
    business: 'wholesaler' as const,
    globalLocationNumbers: [],
    addresses: [],
    contacts: [],
  }
  const glnId = (await t.as(owner.staff).gln.readManyByUserid())[0]?.globalLocationNumber.id ?? 0
  const notices = await staff.createOneGlnMail({ tradingPartnerId: id, to: 'a@mail.tst', globalLocationNumberIds: [glnId] })
  const noticeId = notices[0]?.sent?.id ?? 0
  const sender = newParty('Not authorized')
  const stopped = await addOrder(owner, { sender, meds: 1 })
  const ended = await staff.createOne({ ...whole, globalLocationNumbers: [sender.owner.gln] })
  await staff.createOneLicense({ ...license, tradingPartnerId: ended.id, validFrom: '2020-01-01', validTo: '2020-12-31' })
  const fresh = [freeGln(), freeGln()]
  const { evidence } = await staff.uploadOneEvidence({ tradingPartnerId: id, ...aPacket() })
  const papers = { kind: 'records' as const, title: 'Keeps our data', signedOn: '2026-01-01', endsOn: '2027-01-01' }
  const [agreement] = await staff.createOneAgreement({ tradingPartnerId: id, ...papers })
  const [, other] = await staff.createOneAgreement({ tradingPartnerId: id, ...papers })
  const [twice, leaving2, undoing] = [await make('Twice'), await make('Twice too'), await make('Undoing')]
  await staff.updateMergeOne({ id: ended.id, mergedId: undoing.id })
  const [merge] = await staff.readManyMerges({ id: ended.id })
  const lead = t.as(owner.lead).tradingPartner
  const sftpOf = (tradingPartnerId: number) => ({
    kind: 'sftp' as const,
    tradingPartnerId,
    host: '127.0.0.1',
    port: 9,
    userName: 'seriatim',
    folder: '/in',
    secretKind: 'password' as const,
    secret: 'a password',
  })
  const [keptAt, removedAt] = [await make('With an endpoint'), await make('With an endpoint too')]
  const [kept, removed] = [await lead.createOneEndpoint(sftpOf(keptAt.id)), await lead.createOneEndpoint(sftpOf(removedAt.id))]
  const named = 'named' as const
  return {
    readOneTradingpartnerById: { kind: named, input: () => ({ id }) },
    readManyTradingpartnersSearch: {
      kind: 'list',
      input: () => ({ name: secret.sender }),
      rest: () => ({
        name: secret.sender,
        gln: '',
        city: 'Newark',
        stateId: 0,
        type: 'upstream',
        deactivated: false,
        authorization: '',
        day: '',
        sort: 'name',
        sortOrder: 'asc',
        limit: 10,
        cursor: undefined,
      }),
    },
    createOne: { kind: named, input: () => ({ ...whole, accountNumbers: [] }) },
    updateOneTradingpartner: { kind: named, input: () => ({ id, name: secret.sender, type: 'both' }) },
    updateDeactivateOne: { kind: named, input: () => ({ id: leaving.id, reason: 'closed down' }) },
    updateReactivateOne: { kind: named, input: () => ({ id: gone.id }) },
    createOneGloballocationnumber: { kind: named, input: () => ({ tradingPartnerId: id, globalLocationNumber: fresh[0] ?? '' }) },
    updateOneGloballocationnumber: { kind: named, input: () => ({ id: gln?.id ?? 0, globalLocationNumber: fresh[1] ?? '' }) },
    deleteOneGloballocationnumber: { kind: named, input: () => ({ id: gln2?.id ?? 0 }) },
    createOneAddress: { kind: named, input: () => ({ ...address, tradingPartnerId: id }) },
    updateOneAddress: { kind: named, input: () => ({ ...address, id: first?.id ?? 0 }) },
    deleteOneAddress: { kind: named, input: () => ({ id: second?.id ?? 0 }) },
    createOneContact: { kind: named, input: () => ({ ...contact, tradingPartnerId: id }) },
    updateOneContact: { kind: named, input: () => ({ ...contact, id: one?.id ?? 0 }) },
    deleteOneContact: { kind: named, input: () => ({ id: two?.id ?? 0 }) },
    createOneContactdetail: {
      kind: named,
      input: () => ({ tradingPartnerContactId: one?.id ?? 0, contactType: 'email', contactDetail: 'a@mail.tst' }),
    },
    deleteOneContactdetail: { kind: named, input: () => ({ id: one?.contactDetails[0]?.id ?? 0 }) },
    createOneAccountnumber: { kind: named, input: () => ({ tradingPartnerId: id, accountNumber: 'A-3' }) },
    updateOneAccountnumber: { kind: named, input: () => ({ id: account?.id ?? 0, accountNumber: 'A-4' }) },
    deleteOneAccountnumber: { kind: named, input: () => ({ id: account2?.id ?? 0 }) },
    readOneByDocumentid: { kind: named, input: () => ({ documentId: order.id }) },
    readOneDraft: { kind: named, input: () => ({ documentId: order.id }) },
    readOneDraftByUploadid: { kind: named, input: () => ({ uploadId: order.uploadId }) },
    readOneStory: { kind: named, input: () => ({ id }) },
    createOneStop: { kind: named, input: () => ({ documentId: stopped.id, choice: 'receive', reason: 'renewed today' }) },
    readOneAuthorization: { kind: named, input: () => ({ tradingPartnerId: id }) },
    readManySentGlns: { kind: named, input: () => ({ id }) },
    createOneGlnMail: { kind: named, input: () => ({ tradingPartnerId: id, to: 'a@mail.tst', globalLocationNumberIds: [glnId] }) },
    createManySentGlns: { kind: named, input: () => ({ tradingPartnerId: id, globalLocationNumberIds: [glnId], note: 'By phone' }) },
    updateConfirmSentGln: { kind: named, input: () => ({ id: noticeId, isConfirmed: true }) },
    uploadOneEvidence: { kind: named, input: () => ({ tradingPartnerId: id, ...aPacket() }) },
    readOneEvidence: { kind: named, input: () => ({ evidenceId: evidence?.id ?? 0 }) },
    readManyAgreements: { kind: named, input: () => ({ id }) },
    createOneAgreement: { kind: named, input: () => ({ tradingPartnerId: id, ...papers }) },
    updateOneAgreement: { kind: named, input: () => ({ id: agreement?.id ?? 0, ...papers }) },
    deleteOneAgreement: { kind: named, input: () => ({ id: other?.id ?? 0, reason: 'entered twice' }) },
    readManyMerges: { kind: named, input: () => ({ id }) },
    updateMergeOne: { kind: named, input: () => ({ id: twice.id, mergedId: leaving2.id }) },
    updateUndoMerge: { kind: named, input: () => ({ id: merge?.id ?? 0 }) },
    readManyDue: { kind: 'own' },
    readManyCsv: { kind: 'own' },
    readManyAuthorizationCsv: { kind: 'own', input: () => ({}) },
    readManyAuthorizationPdf: { kind: 'own', input: () => ({}) },
    createCsvPreview: { kind: 'own', input: () => ({ text: 'partner\n' }) },
    createManyCsv: { kind: 'own', input: () => ({ text: 'partner\n' }) },
    readOneReceiver: { kind: named, input: () => ({ tradingPartnerId: id }) },
    createOnePreference: {
      kind: named,
      input: () => ({
        tradingPartnerId: id,
        validFrom: '2026-01-01',
        guideline: 'r12' as const,
        delivery: 'download' as const,
        tiForNeed: true,
        tiForReturn: true,
      }),
    },
    createOneEndpoint: { kind: named, by: owner.lead, input: () => sftpOf(id) },
    deleteOneEndpoint: { kind: named, by: owner.lead, input: () => ({ endpointId: removed.id }) },
    updateOneEndpointKey: { kind: named, by: owner.lead, input: () => ({ endpointId: kept.id, fingerprint: `SHA256:${'A'.repeat(43)}` }) },
    // The answer says whether the port is open, and nothing about the partner.
    readOneEndpointTest: { kind: named, by: owner.lead, input: () => ({ endpointId: kept.id }) },
    createOneLicense: { kind: named, input: () => ({ tradingPartnerId: id, ...license }) },
    updateOneLicense: { kind: named, input: () => ({ id: added.licenses[0]?.id ?? 0, ...license }) },
    deleteOneLicense: { kind: named, input: () => ({ id: licenses[1]?.id ?? 0, reason: 'entered twice' }) },
  }
}
