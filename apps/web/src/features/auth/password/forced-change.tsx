import { LinkButton } from '../../../ui/text/text.tsx'
import { Panel } from '../panel.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { returnToPassword } from './return-to-password.ts'
import { useForcedChange } from './use-forced-change.ts'

/** Asks for a new password after a sign-in with a temporary one, which allows nothing else. */
export default function ForcedChange() {
  const { submit, refusalOf, tokens } = useForcedChange()
  return (
    <Panel
      title="Choose a new password"
      lede="You signed in with a temporary password, which no longer works."
      links={<LinkButton onClick={returnToPassword}>Return to Username and Password</LinkButton>}
    >
      <ChangePasswordForm onSubmit={submit} refusalOf={refusalOf} oldLabel="Temporary password" tokens={tokens} revokesTokens />
    </Panel>
  )
}
