/**
 * What a hold refers to, by the kind of the hold: a serial number (of a package, or of a case that has one), a container known by its SSCC, an order
 * or a lot.
 */
export const HELD: Readonly<Record<string, string>> = { med: 'Serial number', package: 'Case or pallet', order: 'Order', lot: 'Lot' }
