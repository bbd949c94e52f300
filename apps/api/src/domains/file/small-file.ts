import { detectType, TYPE_BYTES } from './attachment-type.ts'

const TAKEN = /^(image\/(?!svg)|application\/pdf$|text\/(plain|csv)$|application\/(xml|zip|json)$)/

/** What a small file is by its bytes; undefined for what is none of a picture, a PDF, text, a table or a document. */
export async function detectSmallFileType(filename: string, bytes: Uint8Array): Promise<string | undefined> {
  if (!bytes.length) return undefined
  const type = await detectType(filename, bytes.subarray(0, TYPE_BYTES))
  return type !== undefined && TAKEN.test(type) ? type : undefined
}
