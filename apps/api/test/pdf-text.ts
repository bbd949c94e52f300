import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What a reader finds on the pages of a PDF, page by page, words with single spaces between them. */
export async function readPages(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false })
  const document = await task.promise
  const pages: string[] = []
  for (let at = 1; at <= document.numPages; at += 1) {
    const { items } = await (await document.getPage(at)).getTextContent()
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : '')).join('')
    pages.push(text.replace(/\s+/g, ' '))
  }
  await task.destroy()
  return pages
}
