import { codeMails, temporaryPasswordMails } from './domains/auth/auth.mails.ts'
import { askMails, mentionMails, reminderMails, replyMails } from './domains/exception/exception.mails.ts'
import { incidentNoticeMails, incidentReportMails } from './domains/incident-report/incident-report.mails.ts'
import type { MailKind } from './domains/mail/mail-kind.ts'
import { pedigreeMails } from './domains/med/med-email.mails.ts'
import { recallDigestMails, recallMails } from './domains/recall/recall.mails.ts'
import { paidTwiceMails } from './domains/subscription/subscription.mails.ts'
import { glnMails, paperMails } from './domains/trading-partner/trading-partner.mails.ts'
import { appResetMails, handOverMails, invitationMails, reviewMails, userInvitationMails } from './domains/user/customer.mails.ts'

/** Every kind of mail that there is. */
export const MAIL_KINDS: readonly MailKind[] = [
  codeMails,
  temporaryPasswordMails,
  invitationMails,
  userInvitationMails,
  appResetMails,
  handOverMails,
  reviewMails,
  pedigreeMails,
  incidentReportMails,
  incidentNoticeMails,
  paperMails,
  glnMails,
  recallMails,
  recallDigestMails,
  mentionMails,
  paidTwiceMails,
  replyMails,
  askMails,
  reminderMails,
]
