import { drawingSVG, gs1datamatrix } from 'bwip-js/generic'

/** A GS1 DataMatrix as a single SVG path. */
export interface DrawnCode {
  /** Side length of the square drawing, in the units that its path uses. */
  side: number
  path: string
}

/**
 * Draws a GS1 DataMatrix.
 * @param printed the data with each application identifier in parentheses, as it is printed below a barcode.
 */
export function drawDataMatrix(printed: string): DrawnCode {
  const svg = gs1datamatrix({ bcid: 'gs1datamatrix', text: printed, scale: 1 }, drawingSVG())
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const path = /<path d="([^"]+)"/.exec(svg)?.[1]
  if (!side || !path) throw new Error('The code could not be drawn.')
  return { side, path }
}
