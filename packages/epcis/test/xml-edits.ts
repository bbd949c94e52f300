/** An element of a document to edit. It supports enough XML for documents without comments, CDATA and processing instructions. */
export interface Element {
  tag: string
  attributes: string
  children: (Element | string)[]
  parent: Element | null
}

/** Parses a well-formed document without comments, CDATA and processing instructions. */
export function parseXml(text: string): Element {
  const root: Element = { tag: '', attributes: '', children: [], parent: null }
  let open = root
  for (const [, between = '', close = '', tag = '', attributes = '', empty = ''] of text
    .replace(/<\?.*?\?>|<!--.*?-->/gs, '')
    .matchAll(/([^<]*)<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"]*")*)\s*(\/?)>/g)) {
    if (between !== '') open.children.push(between)
    if (close !== '') open = open.parent ?? root
    else {
      const element: Element = { tag, attributes, children: [], parent: open }
      open.children.push(element)
      if (empty === '') open = element
    }
  }
  return root
}

export function writeXml(element: Element): string {
  const inside = element.children.map((child) => (typeof child === 'string' ? child : writeXml(child))).join('')
  return element.tag === '' ? inside : `<${element.tag}${element.attributes}>${inside}</${element.tag}>`
}

/** Yields every element, with its path of local names. */
export function* collectElements(element: Element, path = ''): Generator<{ element: Element; path: string }> {
  for (const child of element.children) {
    if (typeof child === 'string') continue
    const own = `${path}/${child.tag.replace(/^.*:/, '')}`
    yield { element: child, path: own }
    yield* collectElements(child, own)
  }
}

/** A kind of mistake: changes the element in place, or returns false if it doesn't apply. */
export type Edit = (element: Element) => boolean

const isElement = (child: Element | string): child is Element => typeof child !== 'string'
const makeElement = (tag: string, parent: Element, text = 'x', attributes = ''): Element => ({ tag, attributes, children: [text], parent })
const place = (element: Element) => element.parent?.children.indexOf(element) ?? -1
const hasText = (element: Element) =>
  element.children.length === 1 && typeof element.children[0] === 'string' && element.children[0].trim() !== ''
const vendor = ' xmlns:w="urn:other"'

/** Edits that reproduce mistakes that people and programs make in documents. */
export const edits: Readonly<Record<string, Edit>> = {
  remove: (element) => Boolean(element.parent?.children.splice(place(element), 1)),
  repeat: (element) => Boolean(element.parent?.children.splice(place(element), 0, element)),
  'swap with next': (element) => {
    const siblings = element.parent?.children ?? []
    const next = siblings.slice(place(element) + 1).find(isElement)
    if (next === undefined) return false
    const [a, b] = [siblings.indexOf(element), siblings.indexOf(next)]
    siblings[a] = next
    siblings[b] = element
    return true
  },
  'move to the end': (element) => {
    const siblings = element.parent?.children ?? []
    if (siblings.findLast(isElement) === element) return false
    siblings.splice(place(element), 1)
    siblings.push(element)
    return true
  },
  misspell: (element) => {
    element.tag += 'x'
    return true
  },
  'small letters': (element) => {
    const lower = element.tag.toLowerCase()
    if (lower === element.tag) return false
    element.tag = lower
    return true
  },
  'unknown element first': (element) => !hasText(element) && element.children.unshift(makeElement('surprise', element)) > 0,
  'unknown element last': (element) => !hasText(element) && element.children.push(makeElement('surprise', element)) > 0,
  'vendor element first': (element) => !hasText(element) && element.children.unshift(makeElement('w:x', element, 'x', vendor)) > 0,
  'vendor element last': (element) => !hasText(element) && element.children.push(makeElement('w:x', element, 'x', vendor)) > 0,
  'unknown element in a text': (element) => hasText(element) && element.children.push(makeElement('surprise', element)) > 0,
  'text between elements': (element) => !hasText(element) && element.children.push('text') > 0,
  'empty it': (element) => {
    if (element.children.length === 0) return false
    element.children = []
    return true
  },
  'wrap in extension': (element) => {
    const { parent } = element
    if (parent === null) return false
    parent.children[place(element)] = { tag: 'extension', attributes: '', children: [element], parent }
    return true
  },
  'drop attributes': (element) => {
    if (!/ \w+="/.test(element.attributes)) return false
    element.attributes = element.attributes.replace(/ \w+="[^"]*"/g, '')
    return true
  },
  'unknown attribute': (element) => {
    element.attributes += ' surprise="x"'
    return true
  },
  'vendor attribute': (element) => {
    element.attributes += `${vendor} w:surprise="x"`
    return true
  },
  'text becomes "x y"': (element) => hasText(element) && Boolean(element.children.splice(0, 1, 'x y')),
  'text gets white space': (element) => hasText(element) && Boolean(element.children.splice(0, 1, `\n ${String(element.children[0])}\n `)),
  'time without zone': (element) => timed(element, (text) => text.replace(/(Z|[+-]\d\d:\d\d)$/, '')),
  'time without T': (element) => timed(element, (text) => text.replace('T', ' ')),
  'time without seconds': (element) => timed(element, (text) => text.replace(/:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/, '$2')),
  'zone without colon': (element) => timed(element, (text) => text.replace(/(Z|[+-]\d\d:\d\d)$/, '+0500')),
  'zone of 15 hours': (element) => timed(element, (text) => text.replace(/(Z|[+-]\d\d:\d\d)$/, '+15:00')),
  'day that does not exist': (element) => timed(element, (text) => text.replace(/-\d\d-\d\dT/, '-02-30T')),
  'hour 24': (element) => timed(element, (text) => text.replace(/T\d\d:\d\d:\d\d(\.\d+)?/, 'T24:00:00')),
  'hour 25': (element) => timed(element, (text) => text.replace(/T\d\d/, 'T25')),
  'second 60': (element) => timed(element, (text) => text.replace(/T(\d\d:\d\d):\d\d/, 'T$1:60')),
  'year of five digits': (element) => timed(element, (text) => `1${text}`),
  'minus year': (element) => timed(element, (text) => `-${text}`),
  'fraction of a second': (element) => timed(element, (text) => text.replace(/(T\d\d:\d\d:\d\d)(\.\d+)?/, '$1.123456')),
  'number with comma': (element) => numbered(element, '1,5'),
  'number with exponent': (element) => numbered(element, '1e3'),
  'number with point': (element) => numbered(element, '1.5'),
  'negative number': (element) => numbered(element, '-3'),
}

function timed(element: Element, change: (text: string) => string): boolean {
  if (!hasText(element)) return false
  const text = String(element.children[0])
  if (!/^\d{4}-\d\d-\d\dT/.test(text)) return false
  element.children = [change(text)]
  return true
}

function numbered(element: Element, text: string): boolean {
  if (!hasText(element) || !/^\d+$/.test(String(element.children[0]))) return false
  element.children = [text]
  return true
}
