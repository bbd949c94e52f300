/** Maximum numbers of records and packages that a search lists and counts for one item of a tracing request. */
export interface Share {
  /** Maximum number of records listed for one serial number. A serial number has one record per location and GTIN. */
  ofSerial: number
  /** Maximum number of packages listed for one lot or product. */
  listed: number
  /** Maximum number of packages counted for one lot or product. */
  counted: number
}

/**
 * Limits per request, which {@link shareOf} divides among the items: packages found by serial number, packages listed, packages counted. They bound
 * the size of an answer regardless of the number of items.
 */
const ALL_OF_SERIALS = 50_000
const ALL_LISTED = 20_000
const ALL_COUNTED = 1_000_000

const share = (total: number, items: number, least: number, most: number) =>
  Math.max(least, Math.min(most, Math.floor(total / Math.max(1, items))))

/**
 * Divides the limits of a request among its items. A request of a few items lists 500 packages of each lot and counts up to 10,000; one of 10,000 lots
 * lists 2 of each and counts up to 100.
 */
export function shareOf({ serials, groups }: { serials: number; groups: number }): Share {
  return {
    ofSerial: share(ALL_OF_SERIALS, serials, 5, 50),
    listed: share(ALL_LISTED, groups, 2, 500),
    counted: share(ALL_COUNTED, groups, 100, 10_000),
  }
}
