import { formatAmount, formatCount, PACK_PARTS, PACK_PRESETS, type PackGap, type PackPart, type PackPreset } from '@seriatim/schema'
import type { PackFile } from '../../../pack/pack-format.ts'
import { printDay } from '../../../print/dates.ts'
import { html } from '../../../print/html.ts'
import { type Made, printStampText } from '../../../print/print-stamp.ts'
import { facts, type Sheet, table } from '../../../print/sheet.ts'
import type { StoredSelection } from './pack.queries.ts'

export interface PackIndex {
  number: number
  preset: PackPreset
  askedBy: string
  customerName: string
  selection: StoredSelection
  partners: readonly string[]
  counts: ReadonlyMap<PackPart, string>
  gaps: readonly PackGap[]
  remarks: readonly string[]
  files: readonly PackFile[]
}

/** Maximum number of files that the printed index lists; the HTML page and the manifest list all of them. */
const FILES_PRINTED = 2000
/** Number of items printed per gap; the manifest has all of them. */
const ITEMS_PRINTED = 100

export const packName = (number: number) => `P-${String(number).padStart(4, '0')}`

/** The first page: the request, the contents of the pack, its gaps, and every file with its SHA-256. */
export function indexSheet(index: PackIndex, made: Made, { isPrinted }: { isPrinted: boolean }): Sheet {
  const { number, preset, askedBy, customerName, selection, gaps, remarks, files } = index
  const shown = isPrinted ? files.slice(0, FILES_PRINTED) : files
  return {
    kind: `Inspection pack ${packName(number)}`,
    title: `${customerName}, for ${askedBy}`,
    footer: `${packName(number)} · ${printStampText(made)}`,
    css: 'td.code{font-size:7.4pt}',
    body: html`${facts([
      ['Purpose', PACK_PRESETS[preset].name],
      ['Period', `${printDay(selection.from)} to ${printDay(selection.to)} (${made.timeZone}), both days included`],
      ['Locations', selection.locations?.join(', ') ?? 'All locations, closed ones included'],
      ['Suppliers', index.partners.join(', ') || 'All suppliers'],
      ['NDCs', selection.ndcs.join(', ') || 'All NDCs'],
      ['Lots', selection.lotNumbers?.join(', ') || 'All lots'],
      ['Created by', made.madeBy],
    ])}<h2>${gaps.length ? formatAmount(sum(gaps), 'gap') : 'No gaps were found'}</h2>${gaps.map(gapBlock)}${remarks.map(
      (words) => html`<p class="quiet">${words}</p>`,
    )}${table(
      'Contents',
      [{ name: 'Part' }, { name: 'Name' }, { name: 'Counted' }],
      selection.parts.map((part) => [PACK_PARTS[part].number, PACK_PARTS[part].name, index.counts.get(part) ?? '']),
    )}<p class="quiet">Open verify.html in any browser, without internet, to check that no file was changed, added or removed. This list was made before verify.html and manifest.json were added.</p>${table(
      `Files (${formatCount(files.length)})`,
      [
        { name: 'File', as: 'code' },
        { name: 'Bytes', as: 'figure' },
        { name: 'SHA-256', as: 'code' },
      ],
      shown.map(({ name, bytes, sha256 }) => [name, formatCount(bytes), sha256]),
    )}${shown.length < files.length && html`<p>${formatAmount(files.length - shown.length, 'more file')}: see 00-index.html and manifest.json.</p>`}`,
  }
}

const sum = (gaps: readonly PackGap[]) => gaps.reduce((all, { amount }) => all + amount, 0)

function gapBlock({ part, text, amount, items }: PackGap) {
  const shown = items.slice(0, ITEMS_PRINTED)
  const more = amount - shown.length
  return html`<div class="note"><b>${PACK_PARTS[part].number} ${PACK_PARTS[part].name}: ${text}</b><br>${shown.map(
    (item, at) => html`${at > 0 && html`<br>`}${item.text}`,
  )}${more > 0 && html`<br>and ${formatCount(more)} more`}</div>`
}
