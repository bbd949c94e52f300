import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const intakeErrors = defineErrors({
  delivery_not_found: { code: 'NOT_FOUND', text: 'This delivery does not exist, or you cannot access it.' },
  delivery_empty: { code: 'BAD_REQUEST', text: 'The body is empty. Send the file as the body or as a part of multipart/form-data.' },
  delivery_damaged: { code: 'BAD_REQUEST', text: 'The body is incomplete or not valid gzip. Send it again.' },
  delivery_bomb: { code: 'PAYLOAD_TOO_LARGE', text: 'This file expands to far more than any real document would. Send it uncompressed.' },
  capture_not_epcis: { code: 'BAD_REQUEST', text: 'The body is neither an EPCIS document in JSON nor one in XML.' },
  capture_not_found: { code: 'NOT_FOUND', text: 'This capture job does not exist, or you cannot access it.' },
  delivery_not_open: { code: 'CONFLICT', text: 'Nothing is left to do for this delivery.' },
  delivery_still_kept: { code: 'CONFLICT', text: 'Seriatim still cannot read this file. The file is still stored.' },
  delivery_without_bytes: { code: 'CONFLICT', text: 'This file was not stored. Ask the sender to send it again.' },
  delivery_removed: { code: 'CONFLICT', text: 'Somebody deleted this file. Ask the sender to send it again.' },
  delivery_in_use: { code: 'CONFLICT', text: 'Only files that were stored but not read can be deleted.' },
  door_not_found: { code: 'NOT_FOUND', text: 'This door does not exist, or you cannot access it.' },
  door_full: {
    code: 'TOO_MANY_REQUESTS',
    text: 'This door has reached its daily limit. Send the file again later.',
    retryAfter: 3600,
  },
  door_mail_off: { code: 'CONFLICT', text: 'This server does not receive email. The operator can turn email on.' },
  door_closed: { code: 'UNAUTHORIZED', text: 'This token was revoked. The file was not accepted.' },
  sftp_off: { code: 'CONFLICT', text: 'SFTP is turned off on this server. The operator can turn it on.' },
  sftp_without_secret: { code: 'BAD_REQUEST', text: 'Choose a password, or enter at least one public key.' },
  sftp_key_wrong: { code: 'BAD_REQUEST', text: 'This public key cannot be used.' },
  sftp_door_closed: { code: 'FORBIDDEN', text: 'This SFTP user was revoked, or its sign-in was changed. The request was refused.' },
  pull_key_wrong: {
    code: 'BAD_REQUEST',
    text: 'Only a private key without a passphrase can be used. Enter the whole file, from BEGIN to END.',
  },
  pull_secret_needed: {
    code: 'BAD_REQUEST',
    text: 'Enter the password or the private key again, because the server, the user or the sign-in method has changed.',
  },
  sftp_too_many_parts: { code: 'CONFLICT', text: 'Too many files are waiting to be renamed. Rename or remove some of them.' },
  door_too_many: { code: 'CONFLICT', text: 'You already have 100 doors, the maximum. Revoke one first.' },
})

export const intakeFacts = {
  errors: intakeErrors,
  constraints: {},
  rights: {
    'intake:read': { group: 'Orders', what: 'See incoming files and their results' },
    'intake:deliver': { group: 'Orders', what: 'Deliver files from a program' },
    'intake:manage': { group: 'Orders', what: 'Create and revoke doors for files, and replay deliveries' },
  },
  kinds: { intakeDoor: 'Doors for files', delivery: 'Deliveries' },
  actions: {
    'intake.createDoor': 'Delivery token created',
    'intake.createMailDoor': 'Email address for files created',
    'intake.createSftpDoor': 'SFTP user created',
    'intake.createPullDoor': 'Door that fetches files created',
    'intake.changeSftpAccess': 'Keys or password of an SFTP user changed',
    'intake.changeSource': 'Settings changed for a door that fetches files',
    'intake.confirmHostKey': 'Host key of a partner’s server confirmed',
    'intake.pullFails': 'Fetching files has failed for a day',
    'intake.changeSenders': 'Allowed senders for an email address changed',
    'intake.refuseMail': 'Email with files refused',
    'intake.emptyMail': 'Email without a file received',
    'intake.revokeDoor': 'Intake door revoked',
    'intake.deliver': 'File delivered by a program',
    'intake.replay': 'Delivery read again',
    'intake.download': 'Delivery file downloaded',
    'intake.removeFile': 'Delivery file deleted',
  },
  sentences: {
    'intake.createDoor': 'created {about}',
    'intake.createMailDoor': 'created {about}',
    'intake.createSftpDoor': 'created {about}',
    'intake.createPullDoor': 'created {about}',
    'intake.changeSftpAccess': 'changed the keys or the password of {about}',
    'intake.changeSource': 'changed the settings of {about}',
    'intake.confirmHostKey': 'confirmed the host key of {about}',
    'intake.pullFails': 'could not fetch files for {about} for a day',
    'intake.changeSenders': 'changed who may send to {about}',
    'intake.refuseMail': 'refused an email to {about}',
    'intake.emptyMail': 'received an email without a file at {about}',
    'intake.revokeDoor': 'revoked {about}',
    'intake.deliver': 'delivered {about}',
    'intake.replay': 'had {about} read again',
    'intake.download': 'downloaded the file of {about}',
    'intake.removeFile': 'deleted the file of {about}',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof intakeFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof intakeFacts.kinds, string> {}
}
