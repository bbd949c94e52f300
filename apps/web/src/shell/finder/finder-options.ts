import { decode, toLabel } from '@seriatim/gs1'
import type { FinderHit } from '@seriatim/schema'
import type { StoredSession } from '../../api/session/session.ts'
import { describeLabelDifference } from '../../features/scan/label-words.ts'
import { reportHref } from '../../features/scan/report-link.ts'
import { isAvailable, type MenuItem, menuItems } from '../menu/menu.ts'
import { mayUse } from '../route/rights.ts'

export interface FinderOption {
  key: string
  title: string
  code: string | null
  detail: string
  href: string
  /** Contents of the badge that shows packages on hold; absent if nothing is on hold. */
  hold?: { meds?: number }
  /** Describes how the scanned label differs from the record; absent if the two agree. */
  stop?: string
}

/** Pages in the menu, and the pages one level below them. */
const pages: readonly Pick<MenuItem, 'label' | 'path' | 'right'>[] = [
  ...menuItems,
  { label: 'Create A Pedigree', path: '/inputmeds' },
  { label: 'Reports', path: '/reports' },
  { label: 'Change password', path: '/settings/changepassword' },
  { label: 'Other settings', path: '/settings/othersettings' },
  { label: 'Sign-in and security', path: '/settings/security' },
  { label: 'Test my scanner', path: '/settings/scanner' },
  { label: 'Audit trail', path: '/audit', right: 'audit:read' },
]

/** Pages of this user whose label contains a word that starts with the text (at least two characters). */
export function matchPages(text: string, session: StoredSession | undefined): FinderOption[] {
  const wanted = text.toLowerCase()
  if (wanted.length < 2) return []
  return pages
    .filter((item) => isAvailable(item.path) && mayUse(item.right, session))
    .filter(({ label }) => {
      const name = label.toLowerCase()
      return name.startsWith(wanted) || name.includes(` ${wanted}`)
    })
    .map((item) => ({ key: `page ${item.path}`, title: item.label, code: null, detail: 'Page', href: item.path }))
}

/** Links to the full lists, because the box shows only a few results of each kind. */
export function allResults(text: string, hits: readonly FinderHit[]): FinderOption[] {
  const has = (...kinds: FinderHit['kind'][]) =>
    hits.some((hit) => kinds.includes(hit.kind) && !(hit.kind === 'package' && hit.code?.length === 18))
  const list = (title: string, href: string): FinderOption => ({ key: `all ${href}`, title, code: null, detail: 'All results', href })
  const value = encodeURIComponent(text)
  return [
    ...(has('med', 'package') ? [list('All packages with a serial number like this', `/searchmeds?serialNumber=${value}`)] : []),
    ...(has('order') ? [list('All orders with a PO number like this', `/orders?po=${value}&from=any&to=any`)] : []),
    ...(has('product') ? [list('All packages of products with this name', `/searchmeds?medName=${value}`)] : []),
  ]
}

export function hitOption(hit: FinderHit): FinderOption {
  const { kind, id, title, code, detail, href, held, pending, differs } = hit
  const hold = held === 0 ? {} : { hold: kind === 'med' ? { isPending: pending > 0 } : { meds: held, pending } }
  const stop = differs ? { stop: describeLabelDifference(pickSaid(differs.label), differs.record, 'record') } : {}
  return { key: `${kind} ${id ?? href}`, title, code, detail, href, ...hold, ...stop }
}

const pickSaid = ({ lotNumber, expirationDate }: NonNullable<FinderHit['differs']>['label']) => ({
  ...(lotNumber ? { lotNumber } : {}),
  ...(expirationDate ? { expirationDate } : {}),
})
/** Actions for a scanned package that is not on file. */
export function unknownOptions(text: string): FinderOption[] {
  const scan = decode(text, { lenient: true })
  if (!scan.ok || !scan.value.serialNumber) return []
  const { serialNumber, gtin14, ndc } = scan.value
  const href = reportHref({ serialNumber, gtin: gtin14, ndc, ...toLabel(scan.value) })
  return [{ key: 'report', title: 'Report An Incident', code: serialNumber, detail: 'No record of this package was found', href }]
}
