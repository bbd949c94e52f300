import { hashStart, hashStep, larger } from './columns.ts'

/**
 * Numbers the distinct GTINs of a document from 0. GTINs are kept in typed arrays, so that memory suffices even if each unit of the document has a
 * different GTIN.
 */
export class Products {
  count = 0
  private gtins = new Float64Array(64)
  /** Hash table with open addressing. A slot contains the number of a product plus 1, or 0 if it is free. */
  private slots = new Int32Array(128)

  /** Returns the number of a product, and gives it the next number if the GTIN is new. @param gtin 14 digits. */
  intern(gtin: string): number {
    const digits = Number(gtin)
    let slot = this.findSlot(digits)
    for (;;) {
      const product = (this.slots[slot] ?? 0) - 1
      if (product < 0) break
      if (this.gtins[product] === digits) return product
      slot = (slot + 1) & (this.slots.length - 1)
    }
    const product = this.count
    this.gtins[product] = digits
    this.slots[slot] = product + 1
    this.count += 1
    if (this.count === this.gtins.length) this.grow()
    return product
  }

  gtin(product: number): string {
    return String(this.gtins[product]).padStart(14, '0')
  }

  private findSlot(digits: number): number {
    const high = hashStep(hashStart, Math.floor(digits / 0x10000000))
    return hashStep(high, digits % 0x10000000) & (this.slots.length - 1)
  }

  private grow(): void {
    this.gtins = larger(this.gtins, this.count * 2)
    this.slots = new Int32Array(this.count * 4)
    for (let product = 0; product < this.count; product += 1) {
      let slot = this.findSlot(this.gtins[product] ?? 0)
      while (this.slots[slot] !== 0) slot = (slot + 1) & (this.slots.length - 1)
      this.slots[slot] = product + 1
    }
  }
}
