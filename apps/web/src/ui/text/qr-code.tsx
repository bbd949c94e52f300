import { useEffect, useState } from 'react'
import type { DrawnQr } from './draw-qr.ts'

/** Width of the white margin around the code: four modules, each of which is two units of the drawn path. */
const QUIET = 8

/** Shows the text as a QR code, or nothing if that fails, so the text itself must be shown as well. */
export function QrCode({ text, label, size = 200 }: { text: string; label: string; size?: number }) {
  const [drawn, setDrawn] = useState<DrawnQr>()
  useEffect(() => {
    // Loads the QR library on demand: it is large and few screens need it.
    import('./draw-qr.ts').then(({ drawQr }) => setDrawn(drawQr(text))).catch(() => setDrawn(undefined))
  }, [text])
  if (!drawn) return null
  const side = drawn.side + 2 * QUIET
  return (
    <svg
      width={size}
      height={size}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={drawn.path} fill="#000" />
    </svg>
  )
}
