/**
 * Content of the test code on the scanner page. It is invented: a GTIN from the demo pharmacy's own range, with a lot and a serial number full of
 * characters that keyboard layouts move.
 */
export const TEST_CODE_PRINTED = '(01)00399991234564(10)Lot-9Y/z(17)351231(21)Test:aQ_wZ;M+1'

/** The text that a well-configured scanner types. It has a separator after the lot, because a lot's length varies. */
export const TEST_CODE = '010039999123456410Lot-9Y/z\u001d1735123121Test:aQ_wZ;M+1'
