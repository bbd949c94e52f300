import { larger } from './columns.ts'
import { UnitNames } from './unit-names.ts'

/** Flags for what is known about a unit so far, as bits of {@link Units.flags}. */
export const COMMISSIONED = 1
export const WAS_PARENT = 2
export const WAS_CHILD = 4
export const SHIPPED = 8
/** Marks a unit that has already occurred in the EPC list that is being checked, to find duplicates. */
export const LISTED = 16

/** The units of a document with their current parents. */
export class Units extends UnitNames {
  flags = new Uint8Array(1024)
  /** For each unit, the number of its parent plus 1; 0 if it has none. */
  private parents = new Int32Array(1024)
  /**
   * For each unit, the age that its parent had when the unit was linked to it. The link is valid only while the parent still has that age, so
   * incrementing a parent's age removes all its contents at once. Allocated on first use.
   */
  private linkAges = new Int32Array(0)
  private ages = new Int32Array(0)

  /** GTIN-14, or null for an SSCC. */
  gtin(id: number): string | null {
    return this.isSgtin(id) ? this.products.gtin(this.findProduct(id)) : null
  }

  has(id: number, flag: number): boolean {
    return ((this.flags[id] ?? 0) & flag) !== 0
  }

  mark(id: number, flag: number): void {
    if (id >= this.flags.length) this.flags = larger(this.flags, Math.max(id + 1, this.flags.length * 2))
    this.flags[id] = (this.flags[id] ?? 0) | flag
  }

  unmark(id: number, flag: number): void {
    if (id < this.flags.length) this.flags[id] = (this.flags[id] ?? 0) & ~flag
  }

  /** The unit that currently contains this unit; -1 if none does. */
  findParent(id: number): number {
    const parent = (this.parents[id] ?? 0) - 1
    if (this.ages.length === 0) return parent
    return parent >= 0 && (this.linkAges[id] ?? 0) === (this.ages[parent] ?? 0) ? parent : -1
  }

  pack(child: number, parent: number): void {
    if (child === parent) return
    if (child >= this.parents.length) this.parents = larger(this.parents, Math.max(child + 1, this.parents.length * 2))
    this.parents[child] = parent + 1
    if (this.ages.length === 0) return
    this.makeAges()
    this.linkAges[child] = this.ages[parent] ?? 0
  }

  unpack(child: number, parent: number): void {
    if (this.findParent(child) === parent) this.parents[child] = 0
  }

  unpackAll(parent: number): void {
    this.makeAges()
    this.ages[parent] = (this.ages[parent] ?? 0) + 1
  }

  private makeAges(): void {
    if (this.ages.length >= this.count) return
    const length = Math.max(this.count, this.ages.length * 2)
    this.linkAges = larger(this.linkAges, length)
    this.ages = larger(this.ages, length)
  }
}
