import type { Permission } from '@seriatim/schema/rights'
import type { Loadable } from '../../ui/page/loadable.tsx'

export interface PageRoute {
  /** Pattern of wouter: `/orders/receive/:documentId`. */
  path: string
  /** Of the window; the page itself shows its own. */
  title: string | ((params: Record<string, string>) => string)
  /** What it takes to see it; absent: everybody does. */
  right?: Permission
  page: Loadable<object>
  /** The page takes the whole width: the menu goes behind its button. */
  wide?: boolean
}

export const page = (path: string, title: PageRoute['title'], part: PageRoute['page'], more: Partial<PageRoute> = {}): PageRoute => ({
  path,
  title,
  page: part,
  ...more,
})
