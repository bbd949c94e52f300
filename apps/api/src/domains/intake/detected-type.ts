import { type Sniffed, sniff, type TakenFor, type UploadOutcome } from '@seriatim/schema'

const typeOfSniffed = (sniffed: Sniffed): TakenFor => (sniffed.kind === 'other' ? sniffed.looks : sniffed.kind)

export const detectTypeOfBytes = (head: Uint8Array): TakenFor => typeOfSniffed(sniff(head))

/** Whether a request to the EPCIS capture interface may contain a file of this type. */
export const isCapturable = (taken: TakenFor): boolean => taken === 'xml' || taken === 'epcisJson'

/** Whether the import can read a file of this type. */
export const isReadable = (taken: TakenFor): boolean => taken === 'xml' || taken === 'epcisJson' || taken === 'zip'

/**
 * The type of an uploaded file. The `upload` domain has already examined the bytes: if they were empty or not a document, its outcome says so;
 * otherwise the extension of the file name decides.
 */
export function typeOfUpload({ filename, outcome }: { filename: string; outcome: UploadOutcome | undefined }): TakenFor {
  if (outcome?.kind === 'notXml') return outcome.facts.looks
  if (outcome?.kind === 'empty') return 'empty'
  if (/\.zip$/i.test(filename)) return 'zip'
  return /\.json(ld)?$/i.test(filename) ? 'epcisJson' : 'xml'
}

const CONTENT_TYPES: Partial<Record<TakenFor, string>> = {
  xml: 'application/xml',
  epcisJson: 'application/ld+json',
  pdf: 'application/pdf',
}

/** Content type for a file whose sender stated none, derived from what we detected the file to be. */
export const contentTypeOf = (taken: TakenFor): string => CONTENT_TYPES[taken] ?? 'application/octet-stream'
