import type { Loadable } from '../ui/loadable.tsx'
import type { Right } from './rights.ts'

export interface PageRoute {
  /** Pattern of wouter: `/orders/receive/:documentId`. */
  path: string
  /** Of the window; the page itself shows its own. */
  title: string | ((params: Record<string, string>) => string)
  right: Right
  page: Loadable<object>
  /** The page takes the whole width: the menu goes behind its button. */
  wide?: boolean
}

export const page = (path: string, title: PageRoute['title'], part: PageRoute['page'], more: Partial<PageRoute> = {}): PageRoute => ({
  path,
  title,
  right: 'everyone',
  page: part,
  ...more,
})
