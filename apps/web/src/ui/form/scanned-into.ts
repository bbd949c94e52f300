/**
 * Event for a handheld scan while a dialog is open; `detail.text` is the scanned text. A handler that accepts or reports the scan calls
 * preventDefault; otherwise the page shows a message that the scan was not accepted.
 */
export const SCANNED_INTO = 'seriatim-scanned-into'
export type ScannedIntoDialog = CustomEvent<{ text: string }>

export const NOT_A_PLACE_TO_SCAN = 'That was a scan, and it was not accepted. Finish here first, then scan the package again.'
