export interface Box {
  left: number
  top: number
  width: number
  height: number
}

const STEP = 12

const overlap = (a: Box, b: Box) =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height

/**
 * Where a box of this size lies over none of the others: as near to the top right of the area as there is room; undefined where there is none.
 */
export function freePlace(
  size: { width: number; height: number },
  area: Box,
  others: readonly Box[],
): { left: number; top: number } | undefined {
  const right = area.left + area.width - size.width
  for (let top = area.top; top + size.height <= area.top + area.height; top += STEP) {
    const inRow = others.filter((one) => one.top < top + size.height && top < one.top + one.height)
    for (let left = right; left >= area.left; left -= STEP) {
      const blocked = inRow.find((one) => overlap({ left, top, ...size }, one))
      if (!blocked) return { left, top }
      // Straight past what is in the way.
      left = Math.min(left, blocked.left - size.width + STEP)
    }
  }
  return undefined
}
