import type { TRPC_ERROR_CODE_KEY } from '@trpc/server'

/**
 * Every failure a caller can cause: transport code, and the sentence the user reads; `retryAfter`: seconds after which it is worth trying again.
 * The one place of these words.
 */
export const ERRORS = {
  value_refused: {
    code: 'BAD_REQUEST',
    text: 'A value cannot be stored: it holds a NUL character, or a date or number that is out of range.',
  },
  busy: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'Somebody else is working on the same thing right now. Nothing was changed; try again in a moment.',
  },
  pdf_failed: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The PDF could not be made: its printer did not answer. Nothing was changed; try again in a moment.',
  },
  pdf_busy: {
    code: 'TOO_MANY_REQUESTS',
    text: 'Many documents are being made right now. Try again in a minute.',
    retryAfter: 60,
  },
  not_signed_in: { code: 'UNAUTHORIZED', text: 'Not Authenticated' },
  not_allowed: { code: 'FORBIDDEN', text: 'You do not have the right to do this.' },
  not_found: { code: 'NOT_FOUND', text: 'This no longer exists, or you may not see it.' },
  token_replaced: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'Your session was renewed at this moment, so nothing was changed. Try again.',
  },
  too_many_calls: {
    code: 'TOO_MANY_REQUESTS',
    text: 'Too many requests in a short time. Wait a minute and try again.',
    retryAfter: 60,
  },
  call_unreadable: { code: 'BAD_REQUEST', text: 'This request could not be read: it is broken off, or not written as this call takes it.' },
  input_annotated: { code: 'BAD_REQUEST', text: 'An input is plain JSON, written as {"json": …} with nothing beside it.' },
  body_too_large: { code: 'PAYLOAD_TOO_LARGE', text: 'This request is larger than the call takes.' },
  body_not_taken: { code: 'UNSUPPORTED_MEDIA_TYPE', text: 'This call does not take a body of this content type. Send application/json.' },
  body_encoded: { code: 'UNSUPPORTED_MEDIA_TYPE', text: 'A body is sent as it is, without a Content-Encoding.' },
  body_slow: { code: 'TIMEOUT', text: 'The request stopped arriving before its end. Send it again.' },
  call_not_found: { code: 'NOT_FOUND', text: 'There is no such call.' },
  method_not_taken: { code: 'METHOD_NOT_SUPPORTED', text: 'This call is not made with this HTTP method.' },
  host_unknown: {
    code: 'FORBIDDEN',
    text: 'This server does not know the name that it was called by. Open it as localhost, or set PUBLIC_URL to the address that you type.',
  },
  needs_person: { code: 'FORBIDDEN', text: 'An access token cannot do this. Sign in with your password for it.' },
  foreign_origin: { code: 'FORBIDDEN', text: 'This request did not come from a page of this product, so it was not carried out.' },

  sign_in_failed: { code: 'BAD_REQUEST', text: 'The email address or the password is not right. Check both and try again.' },
  sign_in_busy: {
    code: 'TOO_MANY_REQUESTS',
    text: 'Many people are signing in at this moment, so this try was not looked at. Try again in a few seconds.',
    retryAfter: 5,
  },
  sign_in_locked: { code: 'TOO_MANY_REQUESTS', text: 'Too many failed attempts. Wait 15 minutes, or use "Forgot your password?".' },
  totp_expired: { code: 'BAD_REQUEST', text: 'totp expired' },
  totp_wrong: { code: 'BAD_REQUEST', text: 'The code is not right.' },
  totp_resent_too_soon: { code: 'BAD_REQUEST', text: 'A new code was sent moments ago. Wait 30 seconds before you ask for another.' },
  totp_from_app: {
    code: 'BAD_REQUEST',
    text: 'Your authenticator app makes the codes, so none is sent. Without the app, use one of your recovery codes.',
  },
  app_enrolled: { code: 'CONFLICT', text: 'An authenticator app is set up already. Remove it first.' },
  app_not_enrolled: { code: 'CONFLICT', text: 'No authenticator app is set up.' },
  app_not_offered: { code: 'CONFLICT', text: 'Begin again: the code to scan was not shown yet, or is used up.' },
  app_password_wrong: { code: 'BAD_REQUEST', text: 'The password is not right.' },
  app_code_wrong: {
    code: 'BAD_REQUEST',
    text: 'This is not the code that the app should show now. Check the clock of your phone, and type the newest code.',
  },
  invalid_email: { code: 'BAD_REQUEST', text: 'Invalid Email Address' },
  password_wrong: { code: 'BAD_REQUEST', text: 'The old password is not right.' },
  password_too_weak: {
    code: 'BAD_REQUEST',
    text: 'The new password breaks a rule: at least 8 characters, an uppercase and a lowercase letter, a digit, a special character, no spaces.',
  },
  password_common: { code: 'BAD_REQUEST', text: 'This password is on the list of passwords that are tried first. Choose another.' },
  password_too_long: { code: 'BAD_REQUEST', text: 'A password has at most 256 characters.' },
  passwords_differ: { code: 'BAD_REQUEST', text: 'Passwords Do Not Match' },
  password_unchanged: { code: 'BAD_REQUEST', text: 'The new password is the old one. Choose another.' },
  session_not_found: { code: 'NOT_FOUND', text: 'This session is over already.' },
  token_not_found: { code: 'NOT_FOUND', text: 'This access token was revoked already.' },
  too_many_tokens: { code: 'CONFLICT', text: 'You have 20 access tokens, which is the most. Revoke one first.' },
  settings_too_many_addresses: { code: 'BAD_REQUEST', text: 'At most 5 addresses can be kept here.' },

  order_not_found: { code: 'NOT_FOUND', text: 'This order no longer exists, or it belongs to a location that you do not have.' },
  order_closed: {
    code: 'CONFLICT',
    text: 'This order was closed short: nothing more is expected on it. A location admin can reopen it.',
  },
  order_not_closed: { code: 'CONFLICT', text: 'This order is not closed, so there is nothing to reopen.' },
  order_complete: { code: 'CONFLICT', text: 'Everything of this order was received, so there is nothing to close short.' },
  order_voided: { code: 'CONFLICT', text: 'This order was voided. Nothing can be received on it.' },
  serial_ambiguous: { code: 'CONFLICT', text: 'This serial number fits several meds of the order. Send the GTIN with it.' },
  serial_missing: { code: 'BAD_REQUEST', text: 'Name a serialNumber or an sgtin.' },
  receipt_not_found: { code: 'NOT_FOUND', text: 'This receipt no longer exists.' },
  receipt_not_yours: { code: 'FORBIDDEN', text: 'Somebody else received this. A location admin can take it back.' },
  receipt_undone: { code: 'CONFLICT', text: 'This receipt was undone already.' },
  reason_needed: { code: 'BAD_REQUEST', text: 'Say in a few words why.' },
  container_not_found: { code: 'NOT_FOUND', text: 'This order has no such container.' },

  med_not_found: {
    code: 'NOT_FOUND',
    text: 'Your med could not be found, try searching for your med using its serial number in the field above.',
  },
  incident_incomplete: { code: 'BAD_REQUEST', text: 'The form is not complete.' },
  incident_not_found: { code: 'NOT_FOUND', text: 'This incident no longer exists, or it belongs to a location that you do not have.' },
  incident_not_previewed: {
    code: 'BAD_REQUEST',
    text: 'This is not the document that was previewed, so nothing was sent. Preview the form again.',
  },
  incident_preview_old: { code: 'BAD_REQUEST', text: 'The preview is more than an hour old, so nothing was sent. Preview the form again.' },
  incident_no_recipient: { code: 'BAD_REQUEST', text: 'Nobody would get this report. Give the contact an email address (item 23).' },
  incident_terminated: { code: 'CONFLICT', text: 'This incident was terminated. Begin a new report instead.' },
  incident_no_regulator: {
    code: 'CONFLICT',
    text: 'There is nobody to send it to: no address of the FDA is set, or each has the report already or will get it.',
  },
  incident_number_kept: {
    code: 'CONFLICT',
    text: 'A terminated incident keeps its number. It can only be corrected to another one.',
  },
  incident_number_taken: { code: 'CONFLICT', text: 'Another incident of this location has this number.' },
  incident_not_requested: { code: 'CONFLICT', text: 'No request for termination was sent for this incident yet.' },
  incident_draft_gone: { code: 'NOT_FOUND', text: 'This draft has been sent or deleted.' },
  incident_draft_changed: { code: 'CONFLICT', text: 'Someone else changed this draft. Nothing was overwritten.' },
  hold_not_found: { code: 'NOT_FOUND', text: 'This hold no longer exists, or it belongs to a location that you do not have.' },
  hold_released: { code: 'CONFLICT', text: 'This hold was released already.' },
  med_held: {
    code: 'CONFLICT',
    text: 'This med is on hold, so its pedigree was not sent. Release the hold, or send with evenHeld if you mean it.',
  },
  mail_without_recipient: { code: 'BAD_REQUEST', text: 'Enter at least one address in To.' },
  mail_address_invalid: { code: 'BAD_REQUEST', text: 'One of the addresses is not an email address.' },
  mail_too_many_recipients: { code: 'BAD_REQUEST', text: 'To and Cc together take at most 20 addresses.' },
  mail_too_large: { code: 'BAD_REQUEST', text: 'The chosen attachments are larger than 20 MB together. Untick some of them.' },
  mail_too_many_today: { code: 'TOO_MANY_REQUESTS', text: 'You have sent 50 pedigrees in 24 hours, which is the most. Nothing was sent.' },
  mail_user_spent: {
    code: 'TOO_MANY_REQUESTS',
    text: 'You have mailed to 1,000 recipients in 24 hours, the daily limit. Nothing was sent. Ask a colleague, or try again tomorrow.',
  },
  mail_customer_spent: {
    code: 'TOO_MANY_REQUESTS',
    text: 'Your organization has mailed to 5,000 recipients in 24 hours, the daily limit. Nothing was sent. Try again tomorrow.',
  },
  mail_not_found: { code: 'NOT_FOUND', text: 'This mail no longer exists, or its pedigree belongs to a location that you do not have.' },
  mail_not_sent: { code: 'CONFLICT', text: 'This mail was not sent, so it could not arrive.' },
  mail_not_failed: { code: 'CONFLICT', text: 'This mail is on its way or was sent, so there is nothing to send again.' },
  mail_held_since: {
    code: 'CONFLICT',
    text: 'The med was put on hold before the mail went out, so it was held back. Send it again after the hold is released, or if you mean it.',
  },
  mail_voided_since: { code: 'CONFLICT', text: 'The pedigree was voided before the mail went out, so it was held back.' },
  pedigree_not_found: { code: 'NOT_FOUND', text: 'This pedigree no longer exists, or it belongs to a location that you do not have.' },
  entry_location_missing: { code: 'BAD_REQUEST', text: 'Choose the location that the med belongs to.' },
  entry_serial_missing: {
    code: 'BAD_REQUEST',
    text: 'Scan or type a serial number. A pedigree needs one.',
  },
  entry_serial_wrong: {
    code: 'BAD_REQUEST',
    text: 'The serial number is not right. It has at most 20 letters, digits and signs that a barcode can carry, and no spaces.',
  },
  entry_gtin_digits: { code: 'BAD_REQUEST', text: 'The GTIN is not right. It has digits only.' },
  entry_gtin_length: {
    code: 'BAD_REQUEST',
    text: 'The GTIN is not right. It has 14 digits, or 8, 12 or 13 where it is shorter on the package.',
  },
  entry_gtin_check: {
    code: 'BAD_REQUEST',
    text: 'The GTIN is not right: its last digit does not fit the others. Compare it with the package digit by digit.',
  },
  entry_lot_wrong: {
    code: 'BAD_REQUEST',
    text: 'The lot is not right. It has at most 20 letters, digits and signs that a barcode can carry, and no spaces.',
  },
  entry_expiration_wrong: { code: 'BAD_REQUEST', text: 'The expiration date is not a day of the calendar. It is sent as YYYY-MM-DD.' },
  entry_ndc_wrong: { code: 'BAD_REQUEST', text: 'The NDC is not right. It has 10, 11 or 12 digits, with or without hyphens.' },
  entry_ndc_not_of_gtin: { code: 'BAD_REQUEST', text: 'The NDC is not the one inside the GTIN. Compare both with the package.' },
  entry_name_too_long: { code: 'BAD_REQUEST', text: 'The med name has more than 300 characters.' },
  entry_maker_too_long: { code: 'BAD_REQUEST', text: 'The manufacturer has more than 300 characters.' },
  entry_differs: { code: 'CONFLICT', text: 'This package is on file with another value. Nothing was saved.' },
  location_not_found: { code: 'NOT_FOUND', text: 'This location does not exist, or you do not have it.' },
  export_too_large: {
    code: 'BAD_REQUEST',
    text: 'The search finds more than 100,000 meds, which is more than a file for a spreadsheet can hold. Narrow it by date, product or location.',
  },
  report_too_large: {
    code: 'BAD_REQUEST',
    text: 'The report has more than 100,000 rows, which is more than a file for a spreadsheet can hold. Choose fewer days or one location.',
  },
  bad_cursor: { code: 'BAD_REQUEST', text: 'The cursor is not one of ours. Start the list again without it.' },

  upload_broken: { code: 'BAD_REQUEST', text: 'The upload broke off before its end. Send it again.' },
  upload_empty: { code: 'BAD_REQUEST', text: 'The file is empty. Only EPCIS XML files are accepted.' },
  upload_too_large: { code: 'PAYLOAD_TOO_LARGE', text: 'The file is larger than 1 GB.' },
  attachment_too_large: { code: 'PAYLOAD_TOO_LARGE', text: 'An attachment has at most 50 MB.' },
  attachment_empty: { code: 'BAD_REQUEST', text: 'The file is empty, so it was not attached.' },
  attachment_is_program: { code: 'BAD_REQUEST', text: 'Programs and scripts cannot be attached.' },
  attachment_not_found: {
    code: 'NOT_FOUND',
    text: 'This attachment no longer exists, or its pedigree belongs to a location that you do not have.',
  },
  med_not_typed_in: {
    code: 'CONFLICT',
    text: 'This med came in a supplier’s file, so it cannot be voided. Void the order if it was sent by mistake.',
  },
  med_voided: { code: 'CONFLICT', text: 'This pedigree was voided: it was entered by mistake.' },
  med_not_yours: {
    code: 'FORBIDDEN',
    text: 'You can void what you entered yourself, on the same day. A location admin can void the others.',
  },
  attachment_not_yours: {
    code: 'FORBIDDEN',
    text: 'You can delete what you attached yourself, on the same day. A location admin can delete the others.',
  },
  too_many_attachments: { code: 'CONFLICT', text: 'This pedigree has 20 attachments, which is the most. Delete one first.' },
  storage_full: {
    code: 'CONFLICT',
    text: 'The storage of your organization is full, so nothing was attached. Orders can still be uploaded. Ask your administrator for a larger plan.',
  },
  upload_not_xml: { code: 'BAD_REQUEST', text: 'Only EPCIS XML files are accepted.' },
  upload_missing: { code: 'BAD_REQUEST', text: 'No file selected' },
  upload_not_found: { code: 'NOT_FOUND', text: 'This upload does not exist, or it is not yours.' },
  upload_elsewhere: { code: 'NOT_FOUND', text: 'This document belongs to another location.' },
  upload_being_written: {
    code: 'CONFLICT',
    text: 'The order is being written and can no longer be stopped. It will be there in a moment.',
  },
  upload_not_open: { code: 'CONFLICT', text: 'This was settled already.' },
  packet_differs: {
    code: 'BAD_REQUEST',
    text: 'This packet names another total, file name or type than the ones before it. Start the upload again.',
  },
  packet_changed: {
    code: 'BAD_REQUEST',
    text: 'This packet came before with other bytes. Nothing was stored; send the file as a new upload.',
  },
  too_many_packets: {
    code: 'TOO_MANY_REQUESTS',
    text: 'You have begun too many uploads without finishing them. Finish one, or wait a day: then they are forgotten.',
  },
  packet_not_base64: { code: 'BAD_REQUEST', text: 'packet: is not base64.' },
  packet_out_of_range: { code: 'BAD_REQUEST', text: 'currentPacket: counts from 1 to totalPackets.' },
  document_not_found: { code: 'NOT_FOUND', text: 'This document does not exist, or it belongs to a location that you do not have.' },
  not_in_production: { code: 'NOT_FOUND', text: 'This exists outside production only.' },
  demo_product_unknown: { code: 'BAD_REQUEST', text: 'There is no such demo product.' },
  demo_too_many: { code: 'BAD_REQUEST', text: 'A demo order has at most 500 units. Choose smaller quantities.' },
  demo_no_gln: { code: 'CONFLICT', text: 'This location has no GLN, so no document can be addressed to it. Add one first.' },
  gln_taken: { code: 'CONFLICT', text: 'This GLN is on file already.' },
  exists_already: { code: 'CONFLICT', text: 'This exists already.' },
  still_used: { code: 'CONFLICT', text: 'Something else still refers to this.' },
} as const satisfies Record<string, { code: TRPC_ERROR_CODE_KEY; text: string; retryAfter?: number }>
export type ErrorKey = keyof typeof ERRORS

/** What is said of a fault of ours: nothing of it leaves the process but the request's id. */
export const UNKNOWN_ERROR = 'An Unknown Error Occurred.'

/** A failure with a sentence of the catalogue; `detail` replaces the sentence where names or numbers belong into it. */
export class AppError extends Error {
  override name = 'AppError'
  readonly key: ErrorKey
  /** Facts for the caller's program, such as the candidates of an ambiguous serial number. */
  readonly facts: Record<string, unknown> | undefined
  /** Seconds until it is worth trying again, where that is known. */
  readonly retryAfter: number | undefined

  constructor(key: ErrorKey, options?: ErrorOptions & { detail?: string; facts?: Record<string, unknown>; retryAfter?: number }) {
    const entry: { text: string; retryAfter?: number } = ERRORS[key]
    super(options?.detail ?? entry.text, options)
    this.key = key
    this.facts = options?.facts
    this.retryAfter = options?.retryAfter ?? entry.retryAfter
  }
}
