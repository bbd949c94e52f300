import { drawingSVG, qrcode } from 'bwip-js/generic'

/** A QR code as a single SVG path. */
export interface DrawnQr {
  /** Side length of the square drawing, in the units that its path uses. */
  side: number
  path: string
}

export function drawQr(text: string): DrawnQr {
  const svg = qrcode({ bcid: 'qrcode', text, scale: 1 }, drawingSVG())
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const path = /<path d="([^"]+)"/.exec(svg)?.[1]
  if (!side || !path) throw new Error('The code could not be drawn.')
  return { side, path }
}
