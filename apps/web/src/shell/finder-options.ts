import type { FinderHit } from '@seriatim/schema'
import type { StoredSession } from '../api/session.ts'
import { menuItems } from './menu.ts'
import { mayUse } from './rights.ts'

export interface FinderOption {
  key: string
  title: string
  code: string | null
  detail: string
  href: string
}

/** Menu items whose name has a word that begins with the text. */
export function matchPages(text: string, session: StoredSession | undefined): FinderOption[] {
  const wanted = text.toLowerCase()
  if (wanted.length < 2) return []
  return menuItems
    .filter((item) => item.available && mayUse(item.right, session))
    .filter(({ label }) => {
      const name = label.toLowerCase()
      return name.startsWith(wanted) || name.includes(` ${wanted}`)
    })
    .map((item) => ({ key: `page ${item.path}`, title: item.label, code: null, detail: 'Page', href: item.path }))
}

export function hitOption(hit: FinderHit): FinderOption {
  return { key: `${hit.kind} ${hit.id ?? hit.href}`, title: hit.title, code: hit.code, detail: hit.detail, href: hit.href }
}
