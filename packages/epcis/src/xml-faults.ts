import { limits } from './reader.ts'

/** A reason why bytes are not XML, with advice for the sender; both readers use the same wording. */
export interface XmlFault {
  readonly message: string
  readonly hint: string
}

const EXPORT_AGAIN = 'The sender must export the file again as well-formed XML.'
const fault = (message: string, hint = EXPORT_AGAIN): XmlFault => ({ message, hint })
const SAVE_AS_UTF8 = 'The sender must save the file as UTF-8 and send it again.'
const DAMAGED = 'The sender must export the file again; it was damaged or is not XML.'

export const faults = {
  noElement: fault('The file contains no XML element.', 'The sender must send an EPCIS XML document.'),
  cutOff: fault('The file ends before its last element is closed.', 'The file was cut off in transit and must be sent again.'),
  endsInside: fault('The file ends inside a tag or comment.'),
  notXml: fault('The file does not begin with a tag, so it is not XML.'),
  json: fault('The file looks like JSON, not like XML.'),
  webPage: fault('This is a web page, not an EPCIS document.', 'Choose the EPCIS file that the sender exported.'),
  doctype: fault('The file has a DOCTYPE, which is refused for safety.', 'The sender must leave out the DOCTYPE.'),
  lateDeclaration: fault('The XML declaration is not at the very beginning of the file.'),
  instruction: fault('A processing instruction is not valid XML.'),
  declaration: fault('A <! begins neither a comment nor CDATA.'),
  comment: fault('A comment contains two hyphens.'),
  outside: fault('There is text outside the root element.'),
  cdataEnd: fault('There is a ]]> in a text (it must be written ]]&gt;).'),
  lessThan: fault('There is a < that does not start a tag (it must be written &lt;).'),
  spaceBeforeName: fault('There is a space between < and the name of an element.'),
  tagName: fault('The name of an element has a character that XML does not allow there.'),
  slash: fault('A / in a tag is not followed by >.'),
  attributeName: fault('The name of an attribute has a character that XML does not allow there.'),
  attributeValue: fault('An attribute has no value.'),
  quotes: fault('The value of an attribute is not in quotation marks.'),
  attributeSpace: fault('There is no space between two attributes.'),
  lessThanInAttribute: fault('There is a < in the value of an attribute (it must be written &lt;).'),
  endTagName: fault('An end tag has a character that XML does not allow there.'),
  endTag: fault('An end tag does not match the element that is open.'),
  reservedPrefix: fault('A namespace prefix that XML reserves is declared as something else.'),
  unboundPrefix: fault('A namespace prefix is used but not declared.'),
  colon: fault('A name has a colon where none is allowed.'),
  reference: fault('A character reference is not defined in XML.'),
  ampersand: fault('An & does not start a character reference (it must be written &amp;).'),
  secondRoot: fault('The file has a second root element.'),
  sameAttribute: fault('An element has the same attribute twice.'),
  depth: fault(`Elements are nested more than ${limits.depth} levels deep.`),
  nameLength: fault('The name of an element or attribute is too long.'),
  differentNames: fault('The file uses too many different names of elements and attributes.'),
  attributes: fault('An element has too many attributes.'),
  attributeLength: fault('An attribute is too long.'),
  textLength: fault('The text of an element is too long.'),
  tooLong: fault('A tag, comment or attribute is too long.'),
  notUtf8: fault('The file contains a byte that is not UTF-8 text.', SAVE_AS_UTF8),
  nul: fault('The file contains a NUL byte.', DAMAGED),
} as const

/** Faults of a file whose encoding is unsupported, or is not the one that the file declares. */
export const encodingFaults = {
  unreadable: (encoding: string) => fault(`The file is written in ${encoding}, which cannot be read.`, SAVE_AS_UTF8),
  declared: (encoding: string) =>
    fault(`The file says that its encoding is ${encoding}, but that is not true or the encoding is not supported.`, SAVE_AS_UTF8),
}

/** Recognizes an archive by its first bytes; null for anything else. */
export function archiveFault(bytes: Uint8Array): XmlFault | null {
  const [a, b, c, d] = bytes
  const isZip = a === 0x50 && b === 0x4b && (c === 0x03 || c === 0x05) && (d === 0x04 || d === 0x06)
  if (!isZip && !(a === 0x1f && b === 0x8b)) return null
  return fault(
    `The file is packed (${isZip ? 'zip' : 'gzip'}), not plain XML.`,
    'Unpack it first and choose the XML file that it contains.',
  )
}

/** The fault for a character that XML forbids everywhere. */
export function forbiddenCharacter(code: number): XmlFault {
  if (code === 0) return faults.nul
  return fault(`The file contains the character U+${code.toString(16).toUpperCase().padStart(4, '0')}, which XML forbids.`, DAMAGED)
}

const HTML_DOCTYPE = /^\s*html\b/i

/** @param text what follows `<!DOCTYPE`, at least its first word. */
export function doctypeFault(text: string): XmlFault {
  return HTML_DOCTYPE.test(text) ? faults.webPage : faults.doctype
}

/**
 * Compares the encoding that an XML declaration states with the encoding of the bytes.
 * @param body text of the declaration after `<?xml`.
 * @param encoding how the bytes are read: `utf-8`, `utf-16le` or `utf-16be`.
 * @returns the fault if the two differ; null if they agree or the declaration states none.
 */
export function declarationFault(body: string, encoding: string): XmlFault | null {
  const declared = /encoding\s*=\s*["']([^"']*)["']/.exec(body)?.[1]?.toLowerCase()
  const allowed = encoding === 'utf-8' ? ['utf-8', 'utf8', 'us-ascii', 'ascii'] : ['utf-16', encoding]
  return declared === undefined || allowed.includes(declared) ? null : encodingFaults.declared(declared.slice(0, 60))
}
