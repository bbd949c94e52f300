import { judgeDateTime } from './date-time.ts'
import type { Header, Party } from './facts.ts'
import type { Findings, Place } from './finding.ts'
import { glnOfParty } from './locations.ts'
import { attribute, child, childText, listChildren, meaningful, type Node } from './tree.ts'

export const SBDH_NAMESPACE = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader'
const HEADER_PATH = '/EPCISDocument/EPCISHeader/StandardBusinessDocumentHeader'

/** Reads the standard business document header as written. */
export function readHeader(node: Node): Header {
  const identification = child(node, 'DocumentIdentification')
  return {
    headerVersion: childText(node, 'HeaderVersion'),
    sender: readParty(child(node, 'Sender')),
    receiver: readParty(child(node, 'Receiver')),
    instanceIdentifier: childText(identification, 'InstanceIdentifier'),
    type: childText(identification, 'Type'),
    standard: childText(identification, 'Standard'),
    typeVersion: childText(identification, 'TypeVersion'),
    creationDateAndTime: childText(identification, 'CreationDateAndTime'),
  }
}

function readParty(node: Node | null): Party | null {
  const identifier = child(node, 'Identifier')
  const value = meaningful(identifier?.text)
  if (identifier === null || value === null) return null
  return { value, gln: glnOfParty(value), authority: attribute(identifier, 'Authority') }
}

/** Checks the header: rules 3 to 9. */
export function checkHeader(node: Node, header: Header, findings: Findings, is20: boolean): void {
  const at = (path: string, found: Node | null): Place => {
    const { line, column } = found ?? node
    return { path: `${HEADER_PATH}/${path}`, line, column, event: null }
  }
  const version = header.headerVersion
  if (version !== '1.0') {
    findings.report('HeaderHeaderVersionError', at('HeaderVersion', child(node, 'HeaderVersion')), {
      message: version === null ? 'The document header has no version.' : `The document header says version ${version} instead of 1.0.`,
      hint: 'The sender should set HeaderVersion to 1.0; the document can be used.',
      value: version,
    })
  }
  checkReceiver(node, header, findings, at, is20)
  checkSender(node, header, findings, at, is20)
  checkIdentification(node, header, findings, at)
}

type At = (path: string, found: Node | null) => Place

function checkReceiver(node: Node, header: Header, findings: Findings, at: At, is20: boolean): void {
  const receivers = listChildren(node, 'Receiver')
  const place = at('Receiver/Identifier', child(receivers[0] ?? null, 'Identifier') ?? receivers[0] ?? null)
  const hint = 'The sender must name the receiver once, as urn:epc:id:sgln: with your GLN.'
  if (receivers.length !== 1) {
    const message =
      receivers.length === 0 ? 'The document does not say who receives it.' : `The document names ${receivers.length} receivers.`
    findings.report('HeaderReceiverSglnError', place, { message, hint })
    return
  }
  const { receiver } = header
  if (receiver === null) findings.report('HeaderReceiverSglnError', place, { message: 'The receiver has no identifier.', hint })
  else if (receiver.gln === null) {
    findings.report('HeaderReceiverSglnError', place, { message: 'The receiver is not a valid SGLN.', hint, value: receiver.value })
  } else if (!is20 && !isSgln(receiver.value)) {
    const form = receiver.value === receiver.gln ? 'a bare GLN' : 'another identifier'
    const message = `The receiver is written as ${form} instead of an SGLN.`
    findings.report('HeaderReceiverSglnError', place, { message, hint, value: receiver.value, severity: 'warn' })
  }
}

function checkSender(node: Node, header: Header, findings: Findings, at: At, is20: boolean): void {
  const senders = listChildren(node, 'Sender')
  const place = at('Sender/Identifier', child(senders[0] ?? null, 'Identifier') ?? senders[0] ?? null)
  const hint = 'The sender must name itself once, as urn:epc:id:sgln: with its GLN.'
  if (senders.length !== 1) {
    const message = senders.length === 0 ? 'The document does not say who sends it.' : `The document names ${senders.length} senders.`
    findings.report('HeaderSenderError', place, { message, hint })
    return
  }
  const { sender } = header
  if (sender === null) findings.report('HeaderSenderError', place, { message: 'The sender has no identifier.', hint })
  else if (sender.gln === null) {
    const message = 'The sender is neither a valid SGLN nor a GLN with the right check digit.'
    findings.report('HeaderSenderError', place, { message, hint, value: sender.value })
  } else if (!is20 && sender.value !== sender.gln && !isSgln(sender.value)) {
    const message = 'The sender is written as something other than an SGLN or a GLN.'
    findings.report('HeaderSenderError', place, { message, hint, value: sender.value, severity: 'warn' })
  }
}

/** Whether a party's identifier is written as an SGLN URN, the form that EPCIS 1.x requires. Other forms may identify the party equally well. */
function isSgln(value: string): boolean {
  return value.startsWith('urn:epc:id:sgln:')
}

/** In characters; a UUID has 36. Longer identifiers are shown cut off, because nobody can compare them by eye. */
const MAX_IDENTIFIER = 200

function checkIdentification(node: Node, header: Header, findings: Findings, at: At): void {
  const identification = child(node, 'DocumentIdentification')
  const place = (local: string) => at(`DocumentIdentification/${local}`, child(identification, local) ?? identification)
  if (identification === null) {
    findings.report('HeaderDocumentIdentificationError', at('DocumentIdentification', null), {
      message: 'The document header does not identify the document.',
      hint: 'The sender must add DocumentIdentification with its five values.',
    })
    return
  }
  const { standard, typeVersion, type, creationDateAndTime, instanceIdentifier } = header
  if (standard !== 'EPCglobal') {
    findings.report('HeaderDocumentIdentificationError', place('Standard'), {
      message: standard === null ? 'The header names no standard.' : `The header names the standard ${standard} instead of EPCglobal.`,
      hint: 'The sender should enter the value EPCglobal.',
      value: standard,
      severity: standard?.toLowerCase() === 'epcglobal' ? 'warn' : 'reject',
    })
  }
  if (typeVersion !== '1.0') {
    findings.report('HeaderDocumentIdentificationError', place('TypeVersion'), {
      message: typeVersion === null ? 'The header has no type version.' : `The header has type version ${typeVersion} instead of 1.0.`,
      hint: 'The sender should set TypeVersion to 1.0.',
      value: typeVersion,
    })
  }
  if (type !== 'Events') {
    findings.report('HeaderDocumentIdentificationTypeError', place('Type'), {
      message:
        type === null
          ? 'The header does not say what the document contains.'
          : `The header gives the document type as ${type} instead of Events.`,
      hint: 'The sender should set Type to Events; the document can be used.',
      value: type,
    })
  }
  const time = creationDateAndTime === null ? 'missing' : judgeDateTime(creationDateAndTime)
  if (time !== 'ok') {
    const messages = {
      missing: 'The header does not say when the document was made.',
      no_zone: 'The time at which the document was made has no time zone.',
      invalid: 'The time at which the document was made is not a valid date and time.',
    }
    findings.report('HeaderDocumentIdentificationCreationDateAndTimeError', place('CreationDateAndTime'), {
      message: messages[time],
      hint: 'The sender should write it in the form 2026-04-01T08:45:16Z; the document can be used.',
      value: creationDateAndTime,
    })
  }
  if (instanceIdentifier === null) {
    findings.report('HeaderDocumentIdentificationInstanceIdentifierError', place('InstanceIdentifier'), {
      message: 'The document has no identifier of its own.',
      hint: 'The sender must give each document an InstanceIdentifier, or a document that is sent twice cannot be recognized.',
    })
  } else if (instanceIdentifier.length > MAX_IDENTIFIER) {
    findings.report('HeaderDocumentIdentificationInstanceIdentifierError', place('InstanceIdentifier'), {
      message: `The document's number has ${instanceIdentifier.length} characters, more than ${MAX_IDENTIFIER}; it is shown cut off.`,
      hint: 'The sender should use shorter document numbers; the document can be used.',
      value: instanceIdentifier,
      severity: 'warn',
    })
  }
}
