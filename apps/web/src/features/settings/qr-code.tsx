import { useEffect, useState } from 'react'
import type { DrawnQr } from './draw-qr.ts'

/** White around the code, in units of its path: four modules. */
const QUIET = 8

/** The text as a QR code; nothing when it cannot be drawn, so the text itself must stand beside it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<DrawnQr>()
  useEffect(() => {
    // The drawing program is large, and only this dialog needs it here.
    import('./draw-qr.ts').then(({ drawQr }) => setDrawn(drawQr(text))).catch(() => setDrawn(undefined))
  }, [text])
  if (!drawn) return null
  const side = drawn.side + 2 * QUIET
  return (
    <svg width={200} height={200} viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={drawn.path} fill="#000" />
    </svg>
  )
}
