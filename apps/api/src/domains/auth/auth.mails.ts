import type { MailKind } from '../mail/mail-kind.ts'

export const codeMails: MailKind = { name: 'auth.code', isSealed: true }
export const temporaryPasswordMails: MailKind = { name: 'auth.temporaryPassword', isSealed: true }
