import { codeMails, temporaryPasswordMails } from './auth/auth.mails.ts'
import { askMails, mentionMails, reminderMails, replyMails } from './exception/exception.mails.ts'
import { incidentNoticeMails, incidentReportMails } from './incident-report/incident-report.mails.ts'
import type { MailKind } from './mail/mail-kind.ts'
import { pedigreeMails } from './med/send/med-email.mails.ts'
import { recallDigestMails, recallMails } from './recall/recall.mails.ts'
import { paidTwiceMails } from './subscription/subscription.mails.ts'
import { glnMails, paperMails } from './trading-partner/trading-partner.mails.ts'
import { appResetMails, handOverMails, invitationMails, reviewMails, userInvitationMails } from './user/customer/customer.mails.ts'

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
