import { ChangePasswordForm } from './change-password-form.tsx'
import { returnToPassword } from './return-to-password.ts'
import { useForcedChange } from './use-forced-change.ts'

/** Signed in with a temporary password: it is good for nothing but choosing one's own. */
export default function ForcedChange() {
  const { submit, refusalOf, tokens } = useForcedChange()
  return (
    <section className="card panel">
      <h1>Choose a new password</h1>
      <p className="lede">You signed in with a temporary password. It stops working now.</p>
      <ChangePasswordForm onSubmit={submit} refusalOf={refusalOf} oldLabel="Temporary password" tokens={tokens} revokesTokens />
      <div className="links">
        <button type="button" className="link" onClick={returnToPassword}>
          Return to Username and Password
        </button>
      </div>
    </section>
  )
}
