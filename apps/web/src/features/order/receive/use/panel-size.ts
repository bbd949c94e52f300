/** Size in which the result panel is rendered. */
export type PanelSize = 'full' | 'tight' | 'small'

const PHONE = 640
const TABLET = 1180

/** The panel size that fits the window's width and the height left below the header, both in pixels. */
export function choosePanelSize(width: number, room: number): PanelSize {
  if (width <= PHONE || room < 430) return 'small'
  return width <= TABLET || room < 615 ? 'tight' : 'full'
}
