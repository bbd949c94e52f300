import { cset39, cset64, cset82, csetnumeric } from './character-sets.ts'
import { csum, csumalpha, gcppos1, gcppos2 } from './check.ts'
import { iban, iso3166, iso3166alpha2, iso4217, iso3166999, packagetype } from './codes.ts'
import { couponcode, couponposoffer } from './coupon.ts'
import { hh, hhmi, mi, ss, yymmd0, yymmdd, yyyymmd0, yyyymmdd } from './dates.ts'
import { hyphen, importeridx, iso5218, mediatype, pcenc, winding, yesno } from './flags.ts'
import { hasnondigit, latitude, longitude, nonzero, nozeroprefix, pieceoftotal, posinseqslash, zero } from './numbers.ts'
import type { Linter, LintProblem } from './problem.ts'

/** The checks for a component of a value that GS1's syntax dictionary defines, by their names in the dictionary. */
export const LINTERS: ReadonlyMap<string, Linter> = new Map<string, Linter>(
  Object.entries({
    ...{ cset39, cset64, cset82, csetnumeric, csum, csumalpha, gcppos1, gcppos2 },
    ...{ iban, iso3166, iso3166999, iso3166alpha2, iso4217, packagetype, couponcode, couponposoffer },
    ...{ hh, hhmi, mi, ss, yymmd0, yymmdd, yyyymmd0, yyyymmdd },
    ...{ hyphen, importeridx, iso5218, mediatype, pcenc, winding, yesno },
    ...{ hasnondigit, latitude, longitude, nonzero, nozeroprefix, pieceoftotal, posinseqslash, zero },
  }),
)

/**
 * Checks a text with one of the dictionary's tests.
 *
 * @returns null if it passes or if there is no such test; otherwise the problem and its position.
 */
export function lint(name: string, text: string): LintProblem | null {
  return LINTERS.get(name)?.(text) ?? null
}
