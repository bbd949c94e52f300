/** A handheld typed into an open dialog, which is no place for a scan. Who says so there prevents the default, which is a message beside the page. */
export const SCANNED_INTO = 'seriatim-scanned-into'

export const NOT_A_PLACE_TO_SCAN = 'That was a scan, and it was not taken. Finish here first, then scan the package again.'
