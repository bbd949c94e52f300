import { gcppos1 } from './check.ts'
import { yymmdd } from './dates.ts'
import { type LintProblem, nonDigit, problem } from './problem.ts'

/** Reads a coupon from left to right. Each step consumes what it expects or records the first problem, after which nothing more is read. */
class Coupon {
  private at = 0
  private found: LintProblem | null
  private readonly text: string

  constructor(text: string) {
    this.text = text
    this.found = nonDigit(text)
  }

  /** The next digit, without consuming it. */
  next(): string {
    return this.found === null ? this.text.charAt(this.at) : ''
  }

  /** If the next digit is in `allowed`, consumes and returns it. Otherwise records a problem (`missing` or `invalid`) and returns an empty string. */
  code(allowed: string, missing: string, invalid: string): string {
    const digit = this.next()
    if (digit === '') this.note(missing, 0, this.text.length)
    else if (!allowed.includes(digit)) this.note(invalid, this.at, 1)
    else {
      this.at += 1
      return digit
    }
    return ''
  }

  digits(count: number, truncated: string): string {
    const rest = this.text.length - this.at
    if (this.found !== null) return ''
    if (rest < count) {
      this.note(truncated, rest === 0 ? 0 : this.at, rest === 0 ? this.text.length : rest)
      return ''
    }
    const taken = this.text.slice(this.at, this.at + count)
    this.at += count
    return taken
  }

  /** Reads a length indicator, and then `shift` more digits than it indicates. */
  field(name: string, lengths: string, shift: number): string {
    const indicator = this.code(lengths, `COUPON_MISSING_${name}_VLI`, `COUPON_INVALID_${name}_LENGTH`)
    if (indicator === '') return ''
    return this.digits(Number(indicator) + shift, `COUPON_TRUNCATED_${name}`)
  }

  /** Reads a company prefix with its length indicator; 9 means no prefix, where that is allowed. */
  prefix(name: string, lengths: string): void {
    if (lengths.includes('9') && this.next() === '9') {
      this.at += 1
      return
    }
    const from = this.at + 1
    const digits = this.field(name, lengths.replace('9', ''), 6)
    const bad = digits === '' ? null : gcppos1(digits)
    if (bad !== null) this.note(bad.code, from, digits.length)
  }

  /** If the next digit announces an optional field, skips it and returns true. */
  optional(indicator: string): boolean {
    if (this.next() !== indicator) return false
    this.at += 1
    return true
  }

  date(name: string, invalid: string): string {
    const from = this.at
    const digits = this.digits(6, `COUPON_TOO_SHORT_FOR_${name}`)
    if (digits !== '' && yymmdd(digits) !== null) this.note(invalid, from, 6)
    return digits
  }

  note(code: string, at: number, length: number): void {
    this.found ??= problem(code, at, length)
  }

  end(): LintProblem | null {
    if (this.at < this.text.length) this.note('COUPON_EXCESS_DATA', this.at, this.text.length - this.at)
    return this.found
  }

  position(): number {
    return this.at
  }
}

/**
 * Checks the data of a North American coupon. @see GS1 General Specifications, section 3.9, AI (8110); GS1 US, North American Coupon Application
 * Guideline.
 */
export function couponcode(text: string): LintProblem | null {
  const coupon = new Coupon(text)
  coupon.field('GCP', '0123456', 6)
  coupon.digits(6, 'COUPON_TRUNCATED_OFFER_CODE')
  coupon.field('SAVE_VALUE', '12345', 0)
  purchase(coupon, '1ST')
  if (coupon.optional('1')) {
    coupon.code('0123', 'COUPON_MISSING_ADDITIONAL_PURCHASE_RULES_CODE', 'COUPON_INVALID_ADDITIONAL_PURCHASE_RULES_CODE')
    purchase(coupon, '2ND')
    coupon.prefix('2ND_PURCHASE_GCP', '01234569')
  }
  if (coupon.optional('2')) {
    purchase(coupon, '3RD')
    coupon.prefix('3RD_PURCHASE_GCP', '01234569')
  }
  const expires = coupon.optional('3') ? coupon.date('EXPIRATION_DATE', 'COUPON_INVALID_EXIPIRATION_DATE') : ''
  if (coupon.optional('4')) {
    const starts = coupon.date('START_DATE', 'COUPON_INVALID_START_DATE')
    if (expires !== '' && starts > expires) coupon.note('COUPON_EXPIRATION_BEFORE_START', coupon.position() - 14, 14)
  }
  if (coupon.optional('5')) coupon.field('SERIAL_NUMBER', '0123456789', 6)
  if (coupon.optional('6')) coupon.prefix('RETAILER_GCP_OR_GLN', '1234567')
  if (coupon.optional('9')) miscellaneous(coupon)
  return coupon.end()
}

/** @see GS1 General Specifications, section 3.9, AI (8112), positive offer file coupons. */
export function couponposoffer(text: string): LintProblem | null {
  const coupon = new Coupon(text)
  coupon.code('01', 'COUPON_MISSING_FORMAT_CODE', 'COUPON_INVALID_FORMAT_CODE')
  coupon.field('FUNDER', '0123456', 6)
  coupon.digits(6, 'COUPON_TRUNCATED_OFFER_CODE')
  coupon.field('SERIAL_NUMBER', '0123456789', 6)
  return coupon.end()
}

function purchase(coupon: Coupon, which: string): void {
  coupon.field(`${which}_PURCHASE_REQUIREMENT`, '12345', 0)
  coupon.code('012349', `COUPON_MISSING_${which}_PURCHASE_REQUIREMENT_CODE`, `COUPON_INVALID_${which}_PURCHASE_REQUIREMENT_CODE`)
  coupon.digits(3, `COUPON_TRUNCATED_${which}_PURCHASE_FAMILY_CODE`)
}

function miscellaneous(coupon: Coupon): void {
  coupon.code('01256', 'COUPON_MISSING_SAVE_VALUE_CODE', 'COUPON_INVALID_SAVE_VALUE_CODE')
  coupon.code('012', 'COUPON_MISSING_SAVE_VALUE_APPLIES_TO_ITEM', 'COUPON_INVALID_SAVE_VALUE_APPLIES_TO_ITEM')
  coupon.code('0123456789', 'COUPON_MISSING_STORE_COUPON_FLAG', '')
  coupon.code('01', 'COUPON_MISSING_DONT_MULTIPLY_FLAG', 'COUPON_INVALID_DONT_MULTIPLY_FLAG')
}
