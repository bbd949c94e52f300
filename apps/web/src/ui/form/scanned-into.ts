/**
 * A handheld typed into an open dialog; `detail.text` is what it read. Who takes it or says something of it there prevents the default, which is a
 * message beside the page that the scan was not taken.
 */
export const SCANNED_INTO = 'seriatim-scanned-into'
export type ScannedIntoDialog = CustomEvent<{ text: string }>

export const NOT_A_PLACE_TO_SCAN = 'That was a scan, and it was not taken. Finish here first, then scan the package again.'
