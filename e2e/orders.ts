import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DocumentOptions, makeDocument } from '@seriatim/epcis'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** A unit of an order in the documented answer. */
export interface Unit {
  gtin: string
  serialNumber: string
  lotNumber: string | null
  children: Unit[]
}

/** A row that the documented REST search for meds returns. */
export interface FoundMed {
  id: number
  gtin: string
  serialNumber: string
}

/** Opens a new sample order in the cockpit and returns its meds in document order. */
export async function openOrder(page: Page): Promise<{ documentId: number; meds: Unit[] }> {
  await page.goto('/orderupload')
  await page.getByRole('button', { name: /sample order/i }).click()
  await page
    .getByRole('link', { name: 'Receive this order' })
    .or(page.getByRole('button', { name: 'Receive this order' }))
    .click()
  await page.getByText('Scan the first package').waitFor()
  const documentId = Number(page.url().match(/receive\/(\d+)/)?.[1])
  return { documentId, meds: await readMeds(page, documentId) }
}

/** Reads the meds of an order, without the containers around them. */
export async function readMeds(page: Page, documentId: number): Promise<Unit[]> {
  const answer = await page.request.get(`/api/v1/order/read/all/meds/by/documentid?documentId=${documentId}`)
  const leaves = (units: Unit[]): Unit[] => units.flatMap((unit) => (unit.children.length ? leaves(unit.children) : [unit]))
  return leaves((await answer.json()) as Unit[]) // the API documents this type
}

/** Number of an order's meds that have not been received yet; -1 if the search does not list the order. */
export async function countLeft(page: Page, documentId: number): Promise<number> {
  const rows = (await (await page.request.get('/api/v1/order/read/many/search')).json()) as {
    documentId: number
    amountNotReceived: number
  }[] // the API documents this type
  return rows.find((row) => row.documentId === documentId)?.amountNotReceived ?? -1
}

/** Uploads a file from `samples/` as a program would. If the same file was uploaded before, the answer has the id of its existing order. */
export async function uploadSample(page: Page, name = 'small-clean-order.xml'): Promise<number> {
  const buffer = await readFile(join(import.meta.dirname, '../samples', name))
  const answer = await page.request.post('/api/v1/file/upload/order', {
    headers: { origin: new URL(page.url()).origin },
    multipart: { file: { name, mimeType: 'application/xml', buffer } },
  })
  return ((await answer.json()) as { documentId: number }).documentId // the API documents this type
}

/** Searches the meds that the signed-in user may see, newest first unless the query says otherwise. */
export async function findMeds(page: Page, query = ''): Promise<FoundMed[]> {
  return (await (await page.request.get(`/api/v1/med/read/many/by/search?${query}`)).json()) as FoundMed[] // the API documents this type
}

/** Sends a generated order directly to the API, with the session of the page. Returns the API's answer. */
export async function sendOrder(
  page: Page,
  mark: string,
  parties: Pick<DocumentOptions, 'sender' | 'receiver'>,
): Promise<{ documentId: number }> {
  const text = [
    ...makeDocument({
      meds: 12,
      perCase: 12,
      casesPerPallet: 8,
      now: new Date(),
      serialSeed: mark,
      instanceIdentifier: `ORDER-${mark}`,
      purchaseOrder: `PO-${mark}`,
      ...parties,
    }),
  ].join('')
  const answer = await page.request.post('/api/v1/file/upload/order', {
    headers: { origin: new URL(page.url()).origin },
    multipart: { file: { name: `${mark}.xml`, mimeType: 'application/xml', buffer: Buffer.from(text) } },
  })
  return (await answer.json()) as { documentId: number } // the API documents this type
}

/** Waits for the recall matching that follows an import. Returns the ids of the recalls that match packages of the order. */
export async function compared(page: Page, documentId: number): Promise<number[]> {
  const input = encodeURIComponent(JSON.stringify({ json: { documentId } }))
  const read = async () => (await page.request.get(`/trpc/recall.readManyByDocumentid?input=${input}`)).text()
  await expect.poll(read, { timeout: 60_000 }).toContain('AT26F')
  return [...(await read()).matchAll(/"recallId":(\d+)/g)].map(([, recallId]) => Number(recallId))
}
