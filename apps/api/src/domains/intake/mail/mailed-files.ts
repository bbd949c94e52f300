import { formatAmount, SNIFF_BYTES, splitAddresses, type TakenFor } from '@seriatim/schema'
import type { IncomingMail, MailHead } from '../../exception/reply/reply.rules.ts'
import { detectTypeOfBytes } from '../detected-type.ts'

/**
 * Finds the address in a From header, which mailparser writes as `"Northway" <orders@northway.tst>` or as the address alone. In lower case; empty if
 * the address is not valid. The display name is ignored, because a sender may put somebody else's address there.
 */
export function findFromAddress({ from }: Pick<MailHead, 'from'>): string {
  const text = from.trim()
  const { good, bad } = splitAddresses(text.endsWith('>') ? text.slice(text.lastIndexOf('<') + 1, -1) : text)
  return good.length === 1 && bad.length === 0 ? (good[0] ?? '').toLowerCase() : ''
}

/** Whether an address may send to a door. The list must contain the address, its domain or a parent domain; an empty list admits everyone. */
export function mayArriveFrom(senders: readonly string[], address: string): boolean {
  if (senders.length === 0) return true
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return (
    address !== '' &&
    senders.some((sender) => sender === address || sender === domain || (!sender.includes('@') && domain.endsWith(`.${sender}`)))
  )
}

export interface MailedFile {
  filename: string
  content: Buffer
  takenFor: TakenFor
}

/** Maximum number of files taken from one email. Every file adds its own rows, and an email could have a million tiny ones. */
const MOST_FILES = 50
/** Pictures below this size are logos and signatures. A larger one may be a scanned invoice. */
const SMALL_PICTURE_BYTES = 100 * 1024
const PICTURES: readonly TakenFor[] = ['png', 'jpeg', 'gif']

/** The files of an email, and sentences about those that were left out. An EPCIS document that was pasted into the text counts as a file. */
export function listMailedFiles({ attachments, writing }: IncomingMail, mostBytes: number): { files: MailedFile[]; leftOut: string[] } {
  const leftOut: string[] = []
  const files: MailedFile[] = []
  for (const { filename, content } of attachments.slice(0, MOST_FILES)) {
    const takenFor = detectTypeOfBytes(content.subarray(0, SNIFF_BYTES))
    if (content.length === 0) leftOut.push(`${filename} is empty.`)
    else if (content.length > mostBytes) leftOut.push(`${filename} is larger than ${mostBytes} bytes.`)
    else if (PICTURES.includes(takenFor) && content.length < SMALL_PICTURE_BYTES)
      leftOut.push(`${filename} is a picture smaller than 100 kB.`)
    else files.push({ filename, content, takenFor })
  }
  const amount = formatAmount(attachments.length, 'attachment')
  if (attachments.length > MOST_FILES) leftOut.push(`Only the first ${MOST_FILES} of ${amount} were accepted.`)
  const pasted = attachments.length === 0 ? findPasted(writing.all) : undefined
  if (pasted) files.push(pasted)
  return { files, leftOut }
}

/** Finds an EPCIS document that the sender pasted into the text of an email. Cuts off what follows a JSON document, such as an email signature. */
function findPasted(text: Uint8Array): MailedFile | undefined {
  const content = Buffer.from(text)
  const takenFor = detectTypeOfBytes(content.subarray(0, SNIFF_BYTES))
  if (takenFor === 'xml') return { filename: 'email-text.xml', content, takenFor }
  if (takenFor !== 'epcisJson') return undefined
  return { filename: 'email-text.jsonld', content: content.subarray(0, content.lastIndexOf('}') + 1), takenFor }
}
