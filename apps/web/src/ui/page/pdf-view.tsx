import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, TextLayer } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { Note } from '../layout/note.tsx'
import css from './pdf-view.module.css'

GlobalWorkerOptions.workerSrc = workerUrl

/** This resolution is sharp on any screen, yet needs few enough pixels for a phone's memory. */
const PIXELS_PER_POINT = 2

/** Shows a PDF inside the page, the same way on every device. Loaded on demand, because it includes a PDF reader. */
export default function PdfView({ bytes, label }: { bytes: Blob; label: string }) {
  const [document_, setDocument] = useState<PDFDocumentProxy>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let isGone = false
    const opening = bytes.arrayBuffer().then((data) => getDocument({ data }))
    opening
      .then((task) => task.promise)
      .then(
        (opened) => isGone || setDocument(opened),
        () => isGone || setFailed(true),
      )
    return () => {
      isGone = true
      void opening.then((task) => task.destroy())
    }
  }, [bytes])
  if (failed) return <Note meaning="attention" title="This PDF cannot be shown. Download it instead." alert />
  const pages = document_ ? Array.from({ length: document_.numPages }, (_, at) => at + 1) : []
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
    <section className={css.pdf} aria-label={label} aria-busy={!document_} tabIndex={0}>
      {document_ ? pages.map((page) => <PdfPage key={page} of={document_} page={page} />) : <span className={css.page} />}
    </section>
  )
}

/** Renders a page when it comes near the viewport. */
function PdfPage({ of, page }: { of: PDFDocumentProxy; page: number }) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(page === 1)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), { rootMargin: '600px' })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    let isGone = false
    let stop = () => {}
    const draw = async () => {
      const shown = await of.getPage(page)
      const plain = shown.getViewport({ scale: 1 })
      const [box, sheet, layer] = [frame.current, canvas.current, words.current]
      if (isGone || !box || !sheet || !layer) return
      box.style.aspectRatio = `${plain.width} / ${plain.height}`
      if (!isNear) return
      const viewport = shown.getViewport({ scale: PIXELS_PER_POINT })
      sheet.width = viewport.width
      sheet.height = viewport.height
      const task = shown.render({ canvas: sheet, viewport })
      stop = () => task.cancel()
      await task.promise
      const scale = box.clientWidth / plain.width
      layer.replaceChildren()
      layer.style.setProperty('--total-scale-factor', String(scale))
      await new TextLayer({
        textContentSource: shown.streamTextContent(),
        container: layer,
        viewport: shown.getViewport({ scale }),
      }).render()
    }
    draw().catch(() => undefined) // the view was closed in the meantime
    return () => {
      isGone = true
      stop()
    }
  }, [of, page, isNear])
  return (
    <div ref={frame} className={css.page}>
      <canvas ref={canvas} />
      <div ref={words} className={css.words} />
    </div>
  )
}
