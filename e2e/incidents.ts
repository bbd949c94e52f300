import { EMPTY_INCIDENT_FORM, type IncidentForm } from '@seriatim/schema'
import type { APIResponse, Page } from 'playwright-core'
import { type FoundMed, findMeds, sendOrder } from './orders.ts'

const TIME_ZONE = 'America/New_York'
export const NOTES = 'The seal of the bottle was open on arrival.'

async function readAnswer<T>(answer: APIResponse): Promise<T> {
  if (!answer.ok()) throw new Error(`${answer.url()}: ${await answer.text()}`)
  return ((await answer.json()) as { result: { data: { json: T } } }).result.data.json // tRPC wraps each answer in this form
}

/** Calls a mutation as the page does. */
async function call<T>(page: Page, procedure: string, json: object): Promise<T> {
  const headers = { origin: new URL(page.url()).origin, 'x-user-timezone': TIME_ZONE }
  return readAnswer(await page.request.post(`/trpc/incidentReport.${procedure}`, { headers, data: { json } }))
}

/** Sends an order that belongs to this test alone, and returns one of its packages. */
export async function makeMed(page: Page, mark: string): Promise<FoundMed> {
  await sendOrder(page, mark, {})
  const [med] = await findMeds(page, 'limit=1')
  if (!med) throw new Error('The order has no packages.')
  return med
}

/** Number of reports without an incident number, as shown in the warnings of the menu and Home. */
export async function countWarnings(page: Page): Promise<number> {
  return (await readAnswer<{ count: number }>(await page.request.get('/trpc/incidentReport.readCountByUser'))).count
}

/** Returns the form's fields for a discovery this many hours ago, in the demo locations' time zone, whose date may differ from this machine's. */
export function writeFound(hoursAgo: number): Pick<IncidentForm, 'productFoundDate' | 'productFoundTime'> {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'short' })
  const [productFoundDate = '', productFoundTime = ''] = clock.format(Date.now() - hoursAgo * 3_600_000).split(' ')
  return { productFoundDate, productFoundTime }
}

/** Makes a complete form for a package that was found to be illegitimate `hoursAgo` hours ago at the first demo location. */
async function fillForm(
  page: Page,
  changes: Partial<IncidentForm>,
  hoursAgo: number,
): Promise<{ locationId: number; jsonData: IncidentForm }> {
  const places = (await (await page.request.get('/api/v1/customerlocation/read/all/by/userid')).json()) as { id: number; name: string }[] // the documented shape of the answer
  const jsonData: IncidentForm = {
    ...EMPTY_INCIDENT_FORM,
    ...writeFound(hoursAgo),
    classification: 'COUNTERFEIT',
    eventNotes: NOTES,
    companyName: 'Park Avenue Pharmacy',
    contactName: 'Dana Ruiz',
    contactEmail: 'admin@park.demo',
    ...changes,
  }
  return { locationId: places.find(({ name }) => name.includes('Park'))?.id ?? 0, jsonData }
}

/** Saves a draft of Form 3911 without sending it. */
export async function saveDraft(page: Page, changes: Partial<IncidentForm>): Promise<void> {
  await call(page, 'saveOneDraft', await fillForm(page, changes, 1))
}

/** Previews and sends an initial report. Returns the id of its incident. */
export async function reportIncident(page: Page, changes: Partial<IncidentForm>, hoursAgo = 1): Promise<number> {
  const given = await fillForm(page, changes, hoursAgo)
  const { pdfSha256, seal } = await call<{ pdfSha256: string; seal: string }>(page, 'createOne', given)
  return (await call<{ id: number }>(page, 'createSend', { ...given, pdfSha256, seal })).id
}

/** Enters the incident number assigned by the FDA. */
export async function enterNumber(page: Page, id: number, value: string): Promise<void> {
  await call(page, 'updateOneById', { id, field: 'incidentNumber', value })
}
