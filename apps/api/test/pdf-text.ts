import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Text of each page of a PDF, with words separated by single spaces. */
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
