import type { OwnFigures, PackGap, PackPart } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import type { Deps } from '../../../call/deps.ts'
import { CSV_START, type CsvCell, makeCsv } from '../../../core/text/csv.ts'
import type { CustomerTx } from '../../../db/types.ts'
import type { FileContent } from '../../../pack/pack-content.ts'
import type { Selection } from '../selection.ts'

/** What counting a part requires: the session, the selection, and the counts that the customer entered. */
export interface PartScope {
  /** The session of the person who requested the pack, with the pack's time zone. */
  session: Session
  selection: Selection
  /** The counts that the customer entered for a balance. */
  ownFigures: OwnFigures | null
}

export interface PackFile {
  name: string
  content: FileContent
}

/** The context of a part while its files are written. */
export interface PartRun extends PartScope {
  deps: Pick<Deps, 'storage' | 'pdf' | 'log' | 'config' | 'db' | 'secrets' | 'clock'>
  /** Runs `work` in a short transaction in the pack's scope, so that no connection is held while files are written. */
  read<T>(work: (tx: CustomerTx) => Promise<T>): Promise<T>
  /** Sets the checkpoint against which the pack's trail is proven. */
  setCheckpoint(note: string): void
  /** Adds a gap that is found while the files are being read. */
  note(gap: PackGap): void
  /** Reports the current step; throws if the pack was stopped. */
  step(words: string, done?: number, total?: number): Promise<void>
}

/** One part of a pack. Its files are read in pages, so that memory use stays constant. */
export interface PartSource {
  part: PackPart
  /** Counts what the part will contain, in words such as `12 agreements`, for the pack's preview and its first page. */
  count(tx: CustomerTx, scope: PartScope): Promise<string>
  gaps(tx: CustomerTx, scope: PartScope): Promise<PackGap[]>
  files(run: PartRun): AsyncGenerator<PackFile>
}

/** A CSV file whose rows are read page by page; `next` gets the last row of the previous page. */
export async function* csvPages<Row>(
  run: Pick<PartRun, 'read'>,
  heading: readonly string[],
  next: (tx: CustomerTx, after: Row | undefined) => Promise<Row[]>,
  cells: (row: Row) => readonly CsvCell[],
): AsyncGenerator<string> {
  yield CSV_START + makeCsv([heading])
  for (let after: Row | undefined; ; ) {
    const last = after
    const rows = await run.read((tx) => next(tx, last))
    if (!rows.length) return
    yield makeCsv(rows.map(cells))
    after = rows.at(-1)
  }
}
