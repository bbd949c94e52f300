/** How large the result panel is drawn. */
export type PanelSize = 'full' | 'tight' | 'small'

const PHONE = 640
const TABLET = 1180

/** What fits: by the window's width, and by what is left of its height under what stands above. Pixels. */
export function choosePanelSize(width: number, room: number): PanelSize {
  if (width <= PHONE || room < 430) return 'small'
  return width <= TABLET || room < 615 ? 'tight' : 'full'
}
