/**
 * What the test code on the scanner page holds. Invented: a GTIN of the demo pharmacy's own range, and a lot and a serial number with
 * the letters and signs that keyboard layouts put elsewhere.
 */
export const TEST_CODE_PRINTED = '(01)00399991234564(10)Lot-9Y/z(17)351231(21)Test:aQ_wZ;M+1'

/** As a well set scanner types it: a separator after the lot, whose length is free. */
export const TEST_CODE = '010039999123456410Lot-9Y/z\u001d1735123121Test:aQ_wZ;M+1'
