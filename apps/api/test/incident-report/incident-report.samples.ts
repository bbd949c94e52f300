import { EMPTY_INCIDENT_FORM, type IncidentForm } from '@seriatim/schema'
import type { SamplesOf, World } from '../sample.ts'

export async function incidentReportSamples({ t, owner, order, secret }: World): Promise<SamplesOf<'incidentReport'>> {
  const staff = t.as(owner.staff).incidentReport
  const locationId = owner.main.id
  const serialNumber = order.serials[0] ?? ''
  const form = (more: Partial<IncidentForm> = {}): IncidentForm => ({
    ...EMPTY_INCIDENT_FORM,
    classification: 'COUNTERFEIT',
    productFoundDate: '2026-11-01',
    nameOfProduct: 'Metformin',
    eventNotes: secret.sender,
    serialNumber,
    contactEmail: 'contact@mail.tst',
    ...more,
  })
  async function send(more: Partial<IncidentForm> = {}, known?: number): Promise<number> {
    const input = { locationId, ...(known ? { incidentId: known } : {}), jsonData: form(more) }
    const { bufferData, seal } = await staff.createOne(input)
    return (await staff.createSend({ ...input, bufferData, seal })).id
  }
  const makeMail = async (reportId: number, kind: string) =>
    (await t.query<{ id: number }>('select id::int from incident_mail where report_id = $1 and kind = $2', [reportId, kind]))[0]?.id ?? 0
  const setMails = (reportId: number, kind: string, status: string) =>
    t.query(`update mail set status = $3 where id in (select mail_id from incident_mail where report_id = $1 and kind = $2)`, [
      reportId,
      kind,
      status,
    ])

  const incidentId = await send()
  const terminating = await send({ reportType: 'TERMINATE', incidentNumber: '1', terminationNotes: 'settled' }, await send())
  const { filepath } = await staff.readOneById({ incidentId })
  const { bufferData, seal } = await staff.createOne({ locationId, jsonData: form() })
  const { draftId } = await staff.saveOneDraft({ locationId, jsonData: form() })
  const partners = [{ name: 'A', emailAddress: 'a@mail.tst' }]
  await staff.createManyNotices({ incidentId, subject: 'x', body: 'x', partners })
  await setMails(incidentId, 'notice', 'failed')
  const unmailed = await send({ lotNumber: 'unmailed' })
  await t.query('update customer set regulator_email_address = $1 where id = $2', ['fda@mail.tst', owner.customerId])
  await setMails(unmailed, 'report', 'sent')
  const [failedNotice, sentMail] = [await makeMail(incidentId, 'notice'), await makeMail(unmailed, 'report')]
  return {
    createOne: { kind: 'named', input: () => ({ locationId, jsonData: form() }) },
    createSend: { kind: 'named', input: () => ({ bufferData, seal, incidentId, jsonData: form(), locationId }) },
    readManyClocks: { kind: 'list' },
    updateNotificationById: { kind: 'named', input: () => ({ incidentId, who: 'partners', how: 'told' }) },
    readManyBySearch: { kind: 'list', input: () => ({ serialNumber }) },
    readOneById: { kind: 'named', input: () => ({ incidentId }) },
    readCountByUser: { kind: 'own' },
    updateOneById: { kind: 'named', input: () => ({ id: incidentId, field: 'incidentNumber', value: '2026-7' }) },
    updateTerminatedById: { kind: 'named', input: () => ({ incidentId: terminating }) },
    downloadOneByPath: { kind: 'named', input: () => ({ filepath }) },
    readManyPartners: { kind: 'named', input: () => ({ incidentId }) },
    readManyHistory: { kind: 'named', input: () => ({ incidentId }) },
    createManyNotices: { kind: 'named', input: () => ({ incidentId, subject: 'Notice', body: 'Dear {partner}', partners }) },
    sendOneAgain: { kind: 'named', input: () => ({ incidentMailId: failedNotice }) },
    updateLostById: { kind: 'named', input: () => ({ incidentMailId: sentMail }) },
    sendOneToRegulator: { kind: 'named', input: () => ({ incidentId: unmailed }) },
    saveOneDraft: { kind: 'named', input: () => ({ locationId, jsonData: form() }) },
    readManyDrafts: { kind: 'list' },
    deleteOneDraft: { kind: 'named', input: () => ({ draftId }) },
  }
}
