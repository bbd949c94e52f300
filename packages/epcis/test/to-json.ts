import { epcDigitalLink, parseEpc } from '@seriatim/gs1'
import { collectElements, type Element, parseXml } from './xml-edits.ts'

interface Json {
  [name: string]: unknown
}

const local = (element: Element) => element.tag.replace(/^.*:/, '')
const children = (element: Element | undefined) => (element?.children ?? []).filter((child) => typeof child !== 'string')
const named = (element: Element | undefined, name: string) => children(element).find((child) => local(child) === name)
const text = (element: Element | undefined) =>
  element === undefined
    ? undefined
    : element.children.map(String).join('').trim().replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&lt;', '<')
const attribute = (element: Element, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(element.attributes)?.[1]
/** Converts a URN to a Digital Link; leaves anything else unchanged. */
const link = (value: string | undefined) => {
  const epc = parseEpc(value ?? '')
  return epc.ok ? epcDigitalLink(epc.value, 'https://example.org/some/path') : value
}
const bare = (value: string | undefined) => value?.replace(/^.*:/, '')

/**
 * Converts an EPCIS 1.2 document to EPCIS 2.0 JSON: vocabulary values without URI prefix, Digital Links instead of EPC URNs, and no extension
 * elements.
 */
export function toJson(xml: string): Json & { epcisBody: { eventList: Json[] } } {
  const all = [...collectElements(parseXml(xml))]
  const find = (path: string) => all.find((candidate) => candidate.path === path)?.element
  const sbdh = '/EPCISDocument/EPCISHeader/StandardBusinessDocumentHeader'
  const root = find('/EPCISDocument')
  const vocabularies = all.filter(({ path }) => path.endsWith('/VocabularyList/Vocabulary'))
  return {
    '@context': ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld', { m: 'urn:epcglobal:cbv:mda:' }],
    type: 'EPCISDocument',
    schemaVersion: '2.0',
    creationDate: root === undefined ? undefined : attribute(root, 'creationDate'),
    sender: text(find(`${sbdh}/Sender/Identifier`)),
    receiver: text(find(`${sbdh}/Receiver/Identifier`)),
    instanceIdentifier: text(find(`${sbdh}/DocumentIdentification/InstanceIdentifier`)),
    epcisHeader: {
      epcisMasterData: {
        vocabularyList: vocabularies.map(({ element }) => ({
          type: attribute(element, 'type'),
          vocabularyElementList: children(named(element, 'VocabularyElementList')).map((entry) => ({
            id: link(attribute(entry, 'id')),
            attributes: children(entry).map((one) => ({
              id: attribute(one, 'id')?.replace('urn:epcglobal:cbv:mda#', 'cbvmda:'),
              attribute: text(one),
            })),
          })),
        })),
      },
    },
    epcisBody: { eventList: children(find('/EPCISDocument/EPCISBody/EventList')).map(makeEvent) },
  }
}

function makeEvent(event: Element): Json {
  const extension = named(event, 'extension')
  const epcs = (name: string) => {
    const list = named(event, name)
    return list === undefined ? undefined : children(list).map((epc) => link(text(epc)))
  }
  const typed = (list: Element | undefined, name: string) =>
    list === undefined ? undefined : children(list).map((one) => ({ type: bare(attribute(one, 'type')), [name]: link(text(one)) }))
  const ilmd = named(extension, 'ilmd')
  const place = (name: string) => (named(event, name) === undefined ? undefined : { id: link(text(named(named(event, name), 'id'))) })
  return {
    type: local(event),
    eventTime: text(named(event, 'eventTime')),
    eventTimeZoneOffset: text(named(event, 'eventTimeZoneOffset')),
    parentID: link(text(named(event, 'parentID'))),
    epcList: epcs('epcList'),
    childEPCs: epcs('childEPCs'),
    action: text(named(event, 'action')),
    bizStep: bare(text(named(event, 'bizStep'))),
    disposition: bare(text(named(event, 'disposition'))),
    readPoint: place('readPoint'),
    bizLocation: place('bizLocation'),
    bizTransactionList: typed(named(event, 'bizTransactionList'), 'bizTransaction'),
    sourceList: typed(named(extension, 'sourceList'), 'source'),
    destinationList: typed(named(extension, 'destinationList'), 'destination'),
    ilmd:
      ilmd === undefined
        ? undefined
        : { 'm:lotNumber': text(named(ilmd, 'lotNumber')), 'cbvmda:itemExpirationDate': text(named(ilmd, 'itemExpirationDate')) },
  }
}
