import type { Permission } from '@seriatim/schema/rights'
import type { Loadable } from '../../ui/page/loadable.tsx'

export interface PageRoute {
  /** wouter pattern: `/orders/receive/:documentId`. */
  path: string
  /** Window title; the page shows its own heading. */
  title: string | ((params: Record<string, string>) => string)
  /** Right needed to see the page; undefined if everybody may see it. */
  right?: Permission
  page: Loadable<object>
  /** The page uses the full width, so the menu collapses behind its button. */
  wide?: boolean
}

export const page = (path: string, title: PageRoute['title'], part: PageRoute['page'], more: Partial<PageRoute> = {}): PageRoute => ({
  path,
  title,
  page: part,
  ...more,
})
