import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../src/core/config.ts'
import { createPdfPrinter, PdfError } from '../../src/outside/pdf.ts'
import { html } from '../../src/print/html.ts'
import { sheet, table } from '../../src/print/sheet.ts'

const printer = createPdfPrinter(readConfig({}).browser)
afterAll(() => printer.close())

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

test('a document becomes a tagged PDF on letter paper, with a long table across several pages', { timeout: 60_000 }, async () => {
  const rows = Array.from({ length: 200 }, (_, index) => [`SN${index}`, index])
  const body = table(
    'Meds',
    [
      { name: 'Serial', as: 'code' },
      { name: 'Count', as: 'figure' },
    ],
    rows,
  )
  const pdf = text(await printer.print(sheet({ title: 'Transaction report', footer: 'Order 7', body })))
  expect(pdf.slice(0, 5)).toBe('%PDF-')
  expect(pdf).toContain('/StructTreeRoot')
  expect(pdf).toMatch(/\/MediaBox \[0 0 612 792\]/)
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(3)
})

test('an HTML page that is printed as a PDF can neither run scripts nor reach the network or files', { timeout: 60_000 }, async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('x')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const page = `<html><head><link rel="stylesheet" href="${url}/css"></head><body><img src="${url}/img"><iframe src="${url}/frame"></iframe>
    <iframe src="file:///etc/passwd"></iframe><script>fetch("${url}/script")</script><p>${html`${'kept'}`}</p></body></html>`
  expect(text(await printer.print(page)).slice(0, 5)).toBe('%PDF-')
  server.close()
  expect(asked).toEqual([])
})

test('several documents are printed at once, and a document can still be printed after the printer was closed', {
  timeout: 60_000,
}, async () => {
  const all = await Promise.all(Array.from({ length: 5 }, (_, index) => printer.print(`<p>${index}</p>`)))
  expect(all.map((pdf) => text(pdf).slice(0, 5))).toEqual(Array(5).fill('%PDF-'))
  await printer.close()
  expect(text(await printer.print('<p>again</p>')).slice(0, 5)).toBe('%PDF-')
})

test('a missing browser causes an error that states the expected path', async () => {
  const broken = createPdfPrinter({ dir: '/nowhere', path: '/nowhere/chromium' })
  await expect(broken.print('<p>x</p>')).rejects.toThrow(PdfError)
  await expect(broken.print('<p>x</p>')).rejects.toThrow('CHROMIUM_PATH names /nowhere/chromium')
})
