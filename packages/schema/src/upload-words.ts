import { formatAmount, formatCount } from './counted.ts'
import { FILE_KINDS, TOO_MUCH } from './file-kinds.ts'
import type { OutcomeKind, UploadOutcome } from './upload-outcome.ts'

/** Texts that describe the outcome of an upload. */
export interface OutcomeWords {
  /** The whole outcome in one or two sentences, for REST and emails. */
  sentence: string
  /** For a table cell, without a period. */
  brief: string
  /** A headline. */
  title: string
  /** Information that the headline lacks; null if there is none. */
  text: string | null
  /** Reason or consequence of the outcome, for texts that include neither `title` nor `brief`. */
  reason: string
}

type FactsOf<K extends OutcomeKind> = Extract<UploadOutcome, { kind: K }>['facts']
type Table = { readonly [K in OutcomeKind]: (facts: FactsOf<K>) => OutcomeWords }

/** Maximum number of characters that fit into a cell. */
const CELL = 60

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const bare = (sentence: string) => sentence.replace(/\.$/, '')

/** Builds all texts about an outcome from one sentence; `more` replaces some of these texts. */
function said(sentence: string, more: Partial<OutcomeWords> = {}): OutcomeWords {
  const brief = bare(sentence)
  return { sentence, brief, title: brief, text: null, reason: sentence, ...more }
}

/** Texts for a document that was read but can't become an order. */
function noOrder(reason: string, text: string | null = reason): OutcomeWords {
  const sentence = `No order: ${lowerFirst(reason)}`
  return { sentence, brief: sentence.length > CELL ? 'No order: see why' : bare(sentence), title: 'No order was created', text, reason }
}

/** Texts for a file of which nothing was read. */
function refused(reason: string, brief: string): OutcomeWords {
  return { sentence: `Refused: ${reason}`, brief: `Refused: ${brief}`, title: 'Refused', text: reason, reason }
}

/** Texts for a file that was stored but not read to its end. */
function ended(sentence: string, brief: string): OutcomeWords {
  return { sentence, brief, title: 'No order was created', text: sentence, reason: sentence }
}

const DECIDES = 'The new file is not used until a location admin decides.'
const ONLY = 'Only EPCIS XML files and EPCIS 2.0 JSON files are accepted'

/** The screen, the browser's check, REST and emails all take their texts from this table. */
const TABLE: Table = {
  waiting: ({ refusedSince }) => {
    if (refusedSince === undefined) return said('Waiting to be read.', { title: 'Being read' })
    const title = 'Waiting for the file storage'
    const why = 'The file storage denies access to the server. The file is saved and will be read once the operator has fixed this.'
    return { sentence: `${title}. ${why}`, brief: title, title, text: why, reason: why }
  },
  made: ({ findings, orders = 1 }) => {
    const made = orders > 1 ? `${orders} orders created` : 'Order created'
    const found = formatAmount(findings, 'finding')
    const text = orders > 1 ? 'The file ships to several of your locations, or for several sellers. Each has its own order.' : null
    return findings ? said(`${made}, ${found}.`, { title: `${made}, with ${found}`, text }) : said(`${made}.`, { text })
  },
  sentBefore: () => said('Already on file; nothing was added.', { text: 'An order was already created from this document.' }),
  differs: ({ identifier }) => {
    const its = identifier ? ` (${identifier})` : ''
    const sentence = `Differs from an earlier document with the same identifier${its}. ${DECIDES}`
    const text = `It has the identifier of an earlier document${its} but different contents. ${DECIDES}`
    const title = 'Differs from an earlier document'
    return { sentence, brief: title, title, text, reason: sentence }
  },
  corrects: () => {
    const sentence = `Corrects an earlier order: it has serial numbers from an order that has a problem. ${DECIDES}`
    const text = `It has serial numbers from an earlier order that has a problem. ${DECIDES}`
    return { sentence, brief: 'Corrects an earlier order', title: 'Corrects an earlier order', text, reason: sentence }
  },
  notAddressed: () => ({ ...noOrder('We don’t know this GLN yet. If it is yours, add it.'), brief: 'No order: unknown GLN' }),
  noSerials: () => noOrder('The document lists no serial numbers.'),
  // If a finding explains why the file is malformed, the finding is shown too.
  malformed: ({ fault }) => (fault === null ? noOrder('The file is neither well-formed XML nor JSON.') : malformed(fault)),
  empty: () => said(`The file is empty. ${ONLY}.`, { title: 'Refused', text: `The file is empty. ${ONLY}.` }),
  notXml: ({ looks }) => {
    const sentence = `${ONLY}; this looks like ${FILE_KINDS[looks]}.`
    return { ...refused(sentence, `this looks like ${FILE_KINDS[looks]}`), sentence }
  },
  zipNotOne: ({ files }) => {
    const holds = `he zip holds ${files ?? 'many'} files`
    return refused(`T${holds}; it must hold exactly one document.`, `t${holds}`)
  },
  zipTooMany: ({ most }) =>
    refused(`The zip holds more than ${most} files. Send them in several zips.`, `the zip holds more than ${most} files`),
  zipNested: ({ name }) =>
    refused(`The zip holds another archive, ${name}. Unpack it and send its files.`, 'the zip holds another archive'),
  zipEncrypted: () => refused('The file in the zip is encrypted. Send it without a password.', 'the file in the zip is encrypted'),
  zipNotXml: () => refused(`The file in the zip is neither EPCIS XML nor EPCIS JSON. ${ONLY}.`, 'the file in the zip is not EPCIS'),
  zipTooLarge: ({ isDoorFull }) =>
    isDoorFull
      ? refused(
          'The zip unpacks to more than this door can still accept today. Read it again tomorrow.',
          'the zip unpacks to more than this door can still accept today',
        )
      : refused('The zip unpacks to more than 2 GB, or to more than 300 times its size.', 'the zip is too large when unpacked'),
  zipDamaged: () => refused('The zip file is damaged.', 'the zip file is damaged'),
  unpacked: ({ documents, others }) => {
    const rest = others ? ` ${formatAmount(others, 'other file')} ${others === 1 ? 'was' : 'were'} stored but not read.` : ''
    const title = `Unpacked: ${formatAmount(documents, 'document')}`
    const text = `Each document of the zip is listed with its own result.${rest}`
    return { sentence: `${title}. ${text}`, brief: title, title, text, reason: text }
  },
  tooMuch: ({ what, most }) => {
    const problem =
      what === 'characters'
        ? 'The document describes more parties and transactions than one order can need'
        : `The document has more than ${formatCount(most)} ${TOO_MUCH[what]}`
    return refused(`${problem}. Ask the sender to split it.`, 'the document is too large')
  },
  tooMuchMemory: () =>
    refused('The document needs more memory than one document may take. Ask the sender to split it.', 'the document is too large'),
  rolledBack: ({ wrong }) => {
    const words = `${formatAmount(wrong, 'event')} ${wrong === 1 ? 'is' : 'are'} invalid`
    return refused(`In this capture, ${words}, and the sender asked to store all events or none.`, words)
  },
  stopped: () => ended('Stopped. Nothing was added.', 'Stopped'),
  ignored: () => ended('Ignored: it has the identifier of an earlier document but different contents.', 'Ignored'),
  fault: ({ isRefused }) => {
    if (isRefused)
      return ended(
        'This file could not be read: the file storage denied this server access for a whole day. The file is saved. Tell the operator of this installation, and try again when this is fixed.',
        'Could not be read: the file storage denied access',
      )
    return ended(
      'This file could not be read because of an error in Seriatim. The file is saved and the operator was notified; you can try again.',
      'Could not be read: an error in Seriatim',
    )
  },
  elsewhere: () =>
    said('This document belongs to another location.', {
      brief: 'Belongs to another location',
      text: 'Users at that location can see its order. You do not have access to it.',
    }),
}

function malformed(fault: string): OutcomeWords {
  const sentence = `No order: ${fault}`
  return { ...noOrder(upperFirst(fault), null), sentence, brief: sentence.length > CELL ? 'No order: see why' : bare(sentence) }
}

/** Puts the outcome of an upload into words. */
export function outcomeWords<K extends OutcomeKind>({ kind, facts }: { kind: K; facts: FactsOf<K> }): OutcomeWords {
  return TABLE[kind](facts)
}
