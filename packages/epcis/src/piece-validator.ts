import { ByteReader } from './byte-reader.ts'
import { DocumentValidator, type Options } from './validate.ts'

/** What a document read in pieces is judged with. Nobody takes what it holds, and its units are put into no containers. */
export type PieceOptions = Pick<Options, 'knownGlns' | 'knownGtins' | 'now' | 'findingsPerType'>

/** Elements that are open between two events: document, body and list. */
const DEPTH = 3

/** A validator of UTF-8 that can leave out what stands between two places where the list of events is open and nothing in it. */
export abstract class PieceValidator extends DocumentValidator {
  protected readonly byteReader: ByteReader
  /** How long the head was. */
  protected written = 0

  constructor({ knownGlns, knownGtins, now, findingsPerType }: PieceOptions) {
    super(
      {},
      {
        ...(knownGlns && { knownGlns }),
        ...(knownGtins && { knownGtins }),
        ...(now && { now }),
        ...(findingsPerType !== undefined && { findingsPerType }),
        createReader: (handler) => new ByteReader(handler),
      },
    )
    if (!(this.reader instanceof ByteReader)) throw new Error('it is the reader that was asked for')
    this.byteReader = this.reader
  }

  /**
   * Reads the document up to its first event, the byte order mark left out.
   *
   * @returns whether it may go on in pieces: the list of events is open, nothing in it, and all master data is known.
   */
  begin(head: Iterable<Uint8Array>): boolean {
    for (const chunk of head) {
      this.write(chunk)
      this.written += chunk.length
    }
    this.byteReader.readOn()
    return this.isBetweenEvents && this.known.isReady
  }

  /** Whether everything that was written is read, the list of events is open and nothing in it. */
  protected get isBetweenEvents(): boolean {
    const { structure } = this
    return this.byteReader.depthBetweenTags === DEPTH && this.parts.isBetweenEvents && (structure === null || structure.isBetweenEvents)
  }
}
