import type { BadgeName } from './menu.ts'

export interface MenuBadge {
  n: number
  of: string
  stop?: boolean
}

/** The numbers in the menu. Each comes with its screen; until then there is none. */
export function useMenuBadges(): Partial<Record<BadgeName, MenuBadge>> {
  return {}
}
