import { formatAmount, MOST_TRACING_FILE, MOST_TRACING_ITEMS, type TracingItem } from '@seriatim/schema'
import { AppError } from '../../../core/errors.ts'
import type { IncomingMail } from '../../exception/reply/reply.rules.ts'
import { MOST_FILES } from '../../exception/reply/reply.service.ts'
import { safeName } from '../../file/file.service.ts'
import { readRequestFile } from '../request-file.service.ts'

export interface Attached {
  items: TracingItem[]
  /** Sentences about parts of attachments that could not be read. */
  unread: string[]
  head: Awaited<ReturnType<typeof readRequestFile>>['request']
}

export const NOTHING_ATTACHED: Attached = { items: [], unread: [], head: null }

/**
 * Reads the request files among the attachments; an email without one is recorded without items. Because anybody can send such an email, only the
 * attachments that are stored are read, and only up to the total size allowed for one file that a person uploads.
 */
export async function readAttached({ attachments }: IncomingMail, now: Date): Promise<Attached> {
  const found: Attached = { items: [], unread: [], head: null }
  let room = MOST_TRACING_FILE
  for (const { filename: given, content } of attachments.slice(0, MOST_FILES)) {
    const filename = safeName(given)
    if (!/\.(json|csv|txt)$/i.test(filename)) continue
    const fits = content.length <= room
    if (fits) room -= content.length
    const read = fits ? await tryRead(content, now) : undefined
    if (!read || found.items.length + read.items.length > MOST_TRACING_ITEMS) {
      found.unread.push(`${filename} could not be read as a tracing request.`)
      continue
    }
    found.items.push(...read.items)
    found.head ??= read.request
    const { refused, named } = read
    const why = named.map(({ line, why: reason }) => `Line ${line}: ${reason}`).join(' ')
    if (refused) found.unread.push(`${formatAmount(refused, 'line')} of ${filename} could not be read. ${why}`)
  }
  return found
}

async function tryRead(content: Buffer, now: Date) {
  try {
    return await readRequestFile({ text: content.toString('utf8') }, now.getUTCFullYear())
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return undefined
  }
}
