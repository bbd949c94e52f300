import type { TicketFile } from '@seriatim/schema'
import type { TestDb, TestUser } from '../harness.ts'
import { aPacket } from '../trading-partner/evidence-file.ts'

/** A picture of one pixel, as base64. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Uploads a picture for a ticket, as the screens do. */
export async function sendPicture(t: Pick<TestDb, 'as'>, person: TestUser, filename: string): Promise<TicketFile> {
  const { file } = await t.as(person).documentException.uploadOneFile({ ...aPacket(undefined, filename), packet: PIXEL })
  if (!file) throw new Error('The picture did not arrive.')
  return file
}
