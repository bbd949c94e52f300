/** Kinds of files other than EPCIS documents, recognized by their first bytes. */
export const FILE_KINDS = {
  pdf: 'a PDF',
  png: 'a picture (PNG)',
  jpeg: 'a picture (JPEG)',
  gif: 'a picture (GIF)',
  oldOffice: 'an old Office document',
  gzip: 'a gzip archive: unpack it first',
  rar: 'a RAR archive: unpack it first',
  sevenZip: 'a 7-Zip archive: unpack it first',
  program: 'a program',
  x12: 'an X12 message (EDI)',
  edifact: 'an EDIFACT message',
  webPage: 'a web page',
  epcisJson: 'EPCIS 2.0 as JSON',
  json: 'JSON',
  csv: 'a table (CSV)',
  noText: 'no text at all',
  plainText: 'plain text',
  other: 'something else',
} as const
export type FileKind = keyof typeof FILE_KINDS

/**
 * The parts of a document whose number is limited, each with the name that the error message uses if there are too many. No real order reaches a
 * limit.
 */
export const TOO_MUCH = {
  events: 'events',
  mentions: 'mentions of serial numbers',
  entries: 'entries of master data',
  characters: 'characters of parties and transactions',
} as const
