import type { SampleUnit } from '@seriatim/epcis'
import { type Element, encode } from '@seriatim/gs1'
import { drawingSVG, gs1datamatrix } from 'bwip-js/generic'
import { type Html, html, Html as Markup } from '../../print/html.ts'
import type { Sheet } from '../../print/sheet.ts'

interface BarcodePaper {
  units: readonly SampleUnit[]
  name: string
  receiver: string
  brand: string
}

/** Makes the page of labels for a demo order: a GS1 DataMatrix for each unit, case and pallet, as printed on real packages. */
export function barcodeSheet({ units, name, receiver, brand }: BarcodePaper): Sheet {
  const group = (title: string, kind: SampleUnit['kind']) => {
    const found = units.filter((unit) => unit.kind === kind)
    return found.length > 0 && html`<h2>${title}</h2><ul class="codes">${found.map(label)}</ul>`
  }
  return {
    title: 'Barcodes of a demo order',
    kind: `For ${brand}'s sales representatives only. Fictitious goods.`,
    footer: `${name}, for ${receiver}`,
    css: CSS,
    body: html`<p>Upload ${name}.xml, open the order and scan these codes from paper or screen.</p>
      ${group('Pallets', 'pallet')}${group('Cases', 'case')}${group('Packages', 'unit')}`,
  }
}

function label(unit: SampleUnit): Html {
  const { product, serialNumber, sscc, lotNumber, expirationDate } = unit
  return html`<li>${symbol(collectElements(unit))}<div>
    <b>${product ? `${product.name} ${product.strength}` : 'Pallet'}</b>
    <span class="code">${serialNumber ?? sscc}</span>
    ${lotNumber && html`<span class="quiet">Lot ${lotNumber}, exp. ${expirationDate}</span>`}</div></li>`
}

/** The data elements of the barcode, in the usual order on packages. */
function collectElements({ gtin, serialNumber, sscc, lotNumber, expirationDate }: SampleUnit): Element[] {
  const elements: (Element | null)[] = [
    sscc === null ? null : { ai: '00', value: sscc },
    gtin === null ? null : { ai: '01', value: gtin },
    serialNumber === null ? null : { ai: '21', value: serialNumber },
    expirationDate === null ? null : { ai: '17', value: expirationDate.slice(2).replaceAll('-', '') },
    lotNumber === null ? null : { ai: '10', value: lotNumber },
  ]
  return elements.filter((element) => element !== null)
}

function symbol(elements: readonly Element[]): Html {
  const printed = encode(elements, { form: 'bracketed' })
  if (!printed.ok) throw new Error(printed.error.message)
  // The library draws this markup from digits and letters checked above, so it is safe to insert.
  return new Markup(gs1datamatrix({ bcid: 'gs1datamatrix', text: printed.value, scale: 2 }, drawingSVG()))
}

const CSS = `
.codes{display:grid;grid-template-columns:repeat(3,1fr);gap:5mm 6mm;margin:0;padding:0;list-style:none}
.codes li{display:grid;grid-template-columns:22mm 1fr;gap:3mm;align-items:center;break-inside:avoid}
.codes svg{width:22mm;height:22mm;padding:2mm}
.codes div>*{display:block;overflow-wrap:anywhere}
`
