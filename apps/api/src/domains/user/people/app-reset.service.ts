import { type PasswordFor, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { AppError } from '../../../core/errors.ts'
import { confirmPassword } from '../../auth/password/app-code.service.ts'
import { removeUserApp, withCustomerAndLogins } from '../../auth/person/login.service.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { appResetMails } from '../customer/customer.mails.ts'
import { expectAllowed, lockActorAndTarget } from './people.service.ts'

/**
 * Removes the authenticator of a person who lost it together with the recovery codes; from then on codes are mailed. The admin's own password is
 * required, because somebody who finds an open session could otherwise weaken another account; the person is notified by email.
 *
 * @throws AppError with the error that `findRefusal` returns; app_not_enrolled; app_password_wrong, sign_in_locked; needs_person.
 */
export async function resetApp(ctx: Context, session: Session, { userId, password }: PasswordFor): Promise<void> {
  if (!ctx.pending) throw new AppError(coreErrors.needs_person)
  await confirmPassword(ctx, session, password)
  await withCustomerAndLogins(ctx, session, async (tx, logins) => {
    expectAllowed('resetApp', await lockActorAndTarget(tx, session, userId))
    const { emailAddress } = await removeUserApp(logins, { customerId: session.customerId, userId }, session.now)
    const by = writeFullName(session)
    await sendMail(tx, session, {
      kind: appResetMails,
      to: [emailAddress],
      subject: `${ctx.config.brand}: your authenticator app was removed`,
      text: `${by} removed the authenticator app and the recovery codes from your sign-in, and you were signed out everywhere.\n\nFrom now on the code is emailed to you. You can set up an app again in Settings, Sign-in and security.\n\nIf you did not ask for this, tell ${by} and change your password.\n`,
    })
    await audit(tx, session, { action: 'user.appReset', subject: 'user', subjectId: userId })
  })
}
