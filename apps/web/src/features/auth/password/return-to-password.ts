import { clearSession } from '../../../api/session/session.ts'

/** Returns to step 1 and forgets the partial session, which expires on the server by itself. */
export function returnToPassword(): void {
  clearSession()
}
