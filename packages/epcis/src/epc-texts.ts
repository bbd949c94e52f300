import { ByteStore, larger } from './columns.ts'
import { decodeText } from './reader.ts'

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** A list of EPCs as written in the document. All texts are in one byte store, so that an EPC needs no JavaScript object. */
export class EpcTexts {
  count = 0
  readonly store = new ByteStore(4096)
  /** `ends`: for each EPC, the index in `store` after its last byte. `lines`, `columns`: the position of the EPC's tag in the document. */
  private ends = new Int32Array(64)
  private lines = new Int32Array(64)
  private columns = new Int32Array(64)
  private filled = 0

  append(bytes: Uint8Array, from: number, to: number): void {
    const end = this.filled + to - from
    this.store.reserve(end)
    this.store.put(this.filled, bytes, from, to)
    this.filled = end
  }

  /** Ends the current EPC, trims white space around it, and records the line and column where it stands. */
  close(line: number, column: number): void {
    const { count } = this
    const { bytes } = this.store
    const start = this.findStart(count)
    let from = start
    let to = this.filled
    while (to > from && isSpace(bytes[to - 1])) to -= 1
    while (from < to && isSpace(bytes[from])) from += 1
    if (from > start) bytes.copyWithin(start, from, to)
    this.filled = start + to - from
    if (count === this.ends.length) {
      this.ends = larger(this.ends, count * 2)
      this.lines = larger(this.lines, count * 2)
      this.columns = larger(this.columns, count * 2)
    }
    this.ends[count] = this.filled
    this.lines[count] = line
    this.columns[count] = column
    this.count += 1
  }

  findStart(index: number): number {
    return index === 0 ? 0 : (this.ends[index - 1] ?? 0)
  }

  findEnd(index: number): number {
    return this.ends[index] ?? 0
  }

  text(index: number): string {
    return decodeText(this.store.bytes, this.findStart(index), this.findEnd(index)).trim()
  }

  line(index: number): number {
    return this.lines[index] ?? 0
  }

  column(index: number): number {
    return this.columns[index] ?? 0
  }

  all(): string[] {
    return Array.from({ length: this.count }, (_, index) => this.text(index))
  }

  /** Removes all EPCs, so that the list can be used again. */
  clear(): void {
    this.count = 0
    this.filled = 0
  }
}
