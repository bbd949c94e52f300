import { type Decoded, decode } from '@seriatim/gs1'
import { GROUP_SEPARATOR, type Terminator, type Timing, turnCase } from './keystrokes.ts'
import { findTerminator, joinKeys, measurePace, type Take } from './scan-log.ts'
import { TEST_CODE } from './test-code.ts'

/** A problem with a scanner's configuration, and the setting that fixes it. */
export interface Fault {
  kind: 'hand' | 'slow' | 'caps' | 'separator' | 'lineFeed' | 'functionKeys' | 'layout' | 'prefix' | 'suffix' | 'short' | 'unreadable'
  says: string
  cure: string
}

const fault = (kind: Fault['kind'], says: string, cure: string): Fault => ({ kind, says, cure })

const MIN_LENGTH = 20
/** Milliseconds per key above which the input counts as typed by hand. */
const HAND_MS = 160
/** Identifiers whose data has a predefined length and needs no separator after it (GS1 General Specifications, 7.8.5). */
const fixed = /^(0[0-4]|1[1-9]|20|3[1-6]|41)/
const aim = /^\][A-Za-z][0-9A-Za-z]/

/** All problems with a scan, most severe first; empty if the scanner is configured well. */
export function diagnose(take: Take, timing: Timing): Fault[] {
  const text = joinKeys(take)
  const pace = measurePace(take)
  if (pace > HAND_MS && !isTestCode(text))
    return [fault('hand', 'This looks typed by hand.', 'Scan a package, or the test code on this page.')]
  const faults = [...contentFaults(take, text), ...endFaults(take)]
  if (pace > timing.gapMs) {
    const says = `Your scanner types one character every ${pace} ms. Above ${timing.gapMs} ms, scans are not recognized.`
    faults.push(fault('slow', says, 'Choose "Set up my scanner" below, or set the scanner’s "inter-character delay" to 0.'))
  }
  return faults
}

const bare = (text: string) => text.replaceAll(GROUP_SEPARATOR, '')
const isTestCode = (text: string) => bare(text).includes(bare(TEST_CODE))

function contentFaults(take: Take, text: string): Fault[] {
  const compared = compareWithTest(text)
  if (compared) return compared
  const decoded = decode(text, { lenient: true })
  const capsLock = take.some((key) => key.capsLock)
  const caps = capsLock ? [capsFault()] : []
  if (decoded.ok && !isSerialised(decoded.value)) {
    const says = 'This barcode identifies a product, but not a single package of it.'
    return [...caps, fault('short', says, 'Scan the square 2D code (GS1 DataMatrix), not the linear barcode.')]
  }
  if (decoded.ok) {
    // True if the scanner dropped the separators between the fields. This barcode could still be decoded, because it can be read in only one way, but
    // the next package's barcode may be ambiguous.
    const isLost =
      !text.includes(GROUP_SEPARATOR) && !text.startsWith('(') && decoded.value.elements.slice(0, -1).some(({ ai }) => !fixed.test(ai))
    return isLost ? [...caps, separatorFault()] : caps
  }
  if (text.length < MIN_LENGTH) {
    const says = `${text.length} characters: no barcode of a serialized package is that short. It is treated as plain text.`
    return [...caps, fault('short', says, 'Scan the square 2D code (GS1 DataMatrix), not the linear barcode.')]
  }
  if (/[àâäçéèêùß§²µ]/i.test(text) || (/[&'"(]/.test(text.slice(0, 6)) && !text.startsWith('('))) return [...caps, layoutFault([])]
  const inside = text.search(/01\d{14}/)
  if (inside > 0 && decode(text.slice(inside), { lenient: true }).ok) return [...caps, prefixFault(text.slice(0, inside))]
  if (!bare(text).match(/^01\d{14}/)) {
    return [
      fault('unreadable', `${decoded.error.message}.`, 'Scan the test code below: it shows whether the scanner or the label is at fault.'),
    ]
  }
  return text.includes(GROUP_SEPARATOR) ? [fault('unreadable', `${decoded.error.message}.`, unsure)] : [...caps, separatorFault()]
}

const unsure = 'Scan the test code below: it shows whether the scanner or the label is at fault.'

const capsFault = () =>
  fault('caps', 'Caps Lock is on: letters arrive with upper and lower case swapped.', 'Press Caps Lock on the keyboard and scan again.')

const separatorFault = () =>
  fault(
    'separator',
    'The group separator (GS) does not arrive, so one value runs into the next.',
    "Enable 'Function Key Mapping' on the scanner, or set it to send control characters (GS as Ctrl+]).",
  )

const prefixFault = (prefix: string) =>
  fault(
    'prefix',
    `The scanner puts “${prefix}” before each code.`,
    'Remove the prefix (preamble) in the scanner’s settings. You can keep ]d2.',
  )

function layoutFault(swapped: readonly string[]): Fault {
  const some = swapped.length > 0 ? `: ${swapped.slice(0, 4).join(', ')}` : ''
  return fault(
    'layout',
    `The scanner and the computer use different keyboard layouts${some}.`,
    'Set the scanner’s keyboard country to that of the computer, usually USA.',
  )
}

/** Compares a scanned text with the test code, character by character; undefined if the text comes from another code. */
function compareWithTest(text: string): Fault[] | undefined {
  const wanted = bare(TEST_CODE)
  const got = bare(text)
  const hasSeparator = text.includes(GROUP_SEPARATOR)
  const lost = hasSeparator ? [] : [separatorFault()]
  const around = (whole: string): Fault[] => {
    const at = whole.indexOf(wanted)
    const before = whole.slice(0, at).replace(aim, '')
    const after = whole.slice(at + wanted.length)
    return [
      ...(before ? [prefixFault(before)] : []),
      ...(after
        ? [fault('suffix', `The scanner puts “${after}” after each code.`, 'Remove the suffix (postamble), or set it to CR.')]
        : []),
    ]
  }
  if (got.includes(wanted)) return [...lost, ...around(got)]
  const turned = turnCase(got)
  if (turned.includes(wanted)) return [capsFault(), ...lost, ...around(turned)]
  // First compare all of the received text, then the text without its first three characters: these may be a symbology identifier, which a wrong
  // keyboard layout would change too.
  for (const length of [0, 3]) {
    const rest = got.slice(length)
    if (rest.length !== wanted.length) continue
    const swapped = swappedSigns(wanted, rest)
    if (swapped && swapped.length > 0 && swapped.length < wanted.length / 2) return [layoutFault(swapped), ...lost]
  }
  return undefined
}

/** The swapped characters, such as `y instead of z`, if the scanner always replaces a character with the same other one; undefined otherwise. */
function swappedSigns(wanted: string, got: string): string[] | undefined {
  const to = new Map<string, string>()
  for (let at = 0; at < wanted.length; at += 1) {
    const [from = '', now = ''] = [wanted[at], got[at]]
    if ((to.get(from) ?? now) !== now) return undefined
    to.set(from, now)
  }
  return [...to].filter(([from, now]) => from !== now).map(([from, now]) => `${now} instead of ${from}`)
}

function endFaults(take: Take): Fault[] {
  const ends = take.filter((key) => key.end).map((key) => key.end)
  const end: Terminator = findTerminator(take)
  const faults: Fault[] = []
  if (ends.includes('Ctrl+J') || ends.filter((one) => one === 'Enter' || one === 'Ctrl+M').length > 1) {
    const says = ends.length > 1 ? 'The scanner ends each scan with CR and LF.' : 'The scanner ends each scan with a line feed (LF).'
    faults.push(fault('lineFeed', says, 'Set the suffix (terminator) of the scanner to CR, or to none.'))
  }
  if (end === 'Ctrl+M') {
    const says = 'Control keys arrive as Ctrl with a letter: the end came as Ctrl+M instead of Enter.'
    faults.push(fault('functionKeys', says, "Enable 'Function Key Mapping' on the scanner."))
  }
  return faults
}

/** Whether the code contains a serial number or an SSCC; the linear retail barcode contains neither. */
function isSerialised({ serialNumber, sscc }: Decoded): boolean {
  return serialNumber !== undefined || sscc !== undefined
}
