import type { XmlName } from './reader.ts'
import { EPCIS_NAMESPACES } from './tree.ts'

const BARE_EVENTS = new Set([
  'ObjectEvent',
  'AggregationEvent',
  'TransactionEvent',
  'QuantityEvent',
  'TransformationEvent',
  'AssociationEvent',
])

/** Message and advice for a document whose outermost element is `name`; null if this is an EPCISDocument of the EPCIS namespace. */
export function nearEpcis(name: XmlName): { readonly message: string; readonly hint: string } | null {
  const { local, uri } = name
  if (local === 'EPCISDocument' && EPCIS_NAMESPACES.has(uri)) return null
  if (local === 'EPCISDocument') {
    const message =
      uri === ''
        ? 'The EPCISDocument element has no namespace.'
        : `The EPCISDocument element is in the namespace ${uri}, which is not EPCIS.`
    return { message, hint: 'The sender must declare the namespace urn:epcglobal:epcis:xsd:1.' }
  }
  const lower = local.toLowerCase()
  if (lower === 'epcisdocument') {
    return {
      message: `The outermost element is written ${local} instead of EPCISDocument.`,
      hint: 'The sender must spell element names as the standard does.',
    }
  }
  if (lower === 'envelope') {
    const message = 'This is a SOAP envelope around a message, not an EPCIS document.'
    return { message, hint: 'The sender must take the EPCISDocument out of its envelope.' }
  }
  if (lower === 'epcisquerydocument' || lower === 'queryresults') {
    const message = 'This is the answer to an EPCIS query, not an EPCIS document.'
    return { message, hint: 'The sender must send an EPCISDocument.' }
  }
  if (lower === 'epcismasterdatadocument') {
    const message = 'This is an EPCIS master data document without events.'
    return { message, hint: 'The sender must send an EPCISDocument with its events.' }
  }
  if (BARE_EVENTS.has(local)) {
    const message = `This is a single ${local} without a document around it.`
    return { message, hint: 'The sender must send a complete EPCISDocument with header and event list.' }
  }
  if (lower === 'standardbusinessdocument') {
    const message = 'This is a standard business document, not an EPCIS document.'
    return { message, hint: 'The sender must send the EPCISDocument itself.' }
  }
  const known: Readonly<Record<string, string>> = {
    html: 'a web page',
    svg: 'a drawing (SVG)',
    rss: 'a news feed',
    feed: 'a news feed',
    plist: 'a property list',
  }
  const looks = Object.hasOwn(known, lower) ? known[lower] : `another kind of XML, with the outermost element ${local.slice(0, 80)}`
  return { message: `This is ${looks}, not an EPCIS document.`, hint: 'Choose the EPCIS file that the sender exported.' }
}
