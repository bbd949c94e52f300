import type { FinderHit } from '@seriatim/schema'
import type { StoredSession } from '../api/session.ts'
import { type MenuItem, menuItems } from './menu.ts'
import { mayUse } from './rights.ts'

export interface FinderOption {
  key: string
  title: string
  code: string | null
  detail: string
  href: string
  /** What the mark of quarantine says; absent: no mark. */
  hold?: { meds?: number }
}

/** Beside the menu, what lies one step behind it. */
const pages: readonly Pick<MenuItem, 'label' | 'path' | 'right' | 'available'>[] = [
  ...menuItems,
  { label: 'Create A Pedigree', path: '/inputmeds', right: 'everyone', available: true },
  { label: 'Reports', path: '/reports', right: 'everyone', available: true },
  { label: 'Change password', path: '/settings/changepassword', right: 'everyone', available: true },
  { label: 'Other settings', path: '/settings/othersettings', right: 'everyone', available: true },
  { label: 'Sign-in and security', path: '/settings/security', right: 'everyone', available: true },
  { label: 'Test my scanner', path: '/settings/scanner', right: 'everyone', available: true },
  { label: 'Audit trail', path: '/audit', right: 'customerAdmin', available: true },
]

/** Pages whose name has a word that begins with the text. */
export function matchPages(text: string, session: StoredSession | undefined): FinderOption[] {
  const wanted = text.toLowerCase()
  if (wanted.length < 2) return []
  return pages
    .filter((item) => item.available && mayUse(item.right, session))
    .filter(({ label }) => {
      const name = label.toLowerCase()
      return name.startsWith(wanted) || name.includes(` ${wanted}`)
    })
    .map((item) => ({ key: `page ${item.path}`, title: item.label, code: null, detail: 'Page', href: item.path }))
}

/** The lists behind what was found: the box shows a few of each kind. */
export function allResults(text: string, hits: readonly FinderHit[]): FinderOption[] {
  const has = (...kinds: FinderHit['kind'][]) =>
    hits.some((hit) => kinds.includes(hit.kind) && !(hit.kind === 'package' && hit.code?.length === 18))
  const list = (title: string, href: string): FinderOption => ({ key: `all ${href}`, title, code: null, detail: 'All results', href })
  const value = encodeURIComponent(text)
  return [
    ...(has('med', 'package') ? [list('All packages whose serial number begins so', `/searchmeds?serialNumber=${value}`)] : []),
    ...(has('order') ? [list('All orders whose PO number begins so', `/orders?po=${value}&from=any&to=any`)] : []),
    ...(has('product') ? [list('All packages of products named so', `/searchmeds?medName=${value}`)] : []),
  ]
}

export function hitOption(hit: FinderHit): FinderOption {
  const { kind, id, title, code, detail, href, held } = hit
  const hold = held === 0 ? {} : { hold: kind === 'med' ? {} : { meds: held } }
  return { key: `${kind} ${id ?? href}`, title, code, detail, href, ...hold }
}
